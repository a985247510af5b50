/** The documents say what is there. */
import assert from 'node:assert/strict'
import { access, readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { settings } from '../server/config.ts'

const root = new URL('../', import.meta.url)
const read = (name: string) => readFile(new URL(name, root), 'utf8')
const decisions = (await readdir(new URL('docs/decisions/', root))).sort()

test('every setting is in docs/operating.md with its default and meaning', async () => {
  const text = await read('docs/operating.md')
  for (const { name, fallback, about } of Object.values(settings)) {
    assert(text.includes(`| \`${name}\` | ${fallback && `\`${fallback}\``} | ${about} |`), name)
  }
})

test('every dependency has a line in docs/decisions/dependencies.md', async () => {
  const { dependencies, devDependencies } = JSON.parse(await read('package.json'))
  const client = JSON.parse(await read('sdk/package.json')).dependencies
  assert.deepEqual(Object.keys(client), ['openapi-fetch'], 'decision 49: the client has no other dependency')
  const pages = JSON.parse(await read('console/package.json'))
  assert.equal(pages.dependencies, undefined, 'nothing of the console is needed at run time')
  const text = await read('docs/decisions/dependencies.md')
  const all = { ...dependencies, ...client, ...devDependencies, ...pages.devDependencies }
  for (const name of Object.keys(all)) {
    if (!name.startsWith('@types/')) assert(text.includes(`\`${name}\``), name)
  }
})

test('every link between the documents has an existing target', async () => {
  const guides = ['docs/using.md', 'docs/operating.md', 'docs/assistants.md', 'docs/hosted.md', 'docs/recorders.md']
  const others = ['README.md', 'sdk/README.md', 'ARCHITECTURE.md', ...guides]
  for (const name of [...others, ...decisions.map((page) => `docs/decisions/${page}`)]) {
    for (const [, target] of (await read(name)).matchAll(/\]\((?!https?:)([^)#]+)\)/g)) {
      await assert.doesNotReject(access(new URL(target!, new URL(name, root))), `${name} links to ${target}`)
    }
  }
})

test('no document lets npx fetch a package by our name, which anybody may register', async () => {
  for (const name of ['README.md', 'sdk/README.md', 'docs/using.md', 'docs/operating.md', 'docs/assistants.md']) {
    assert.deepEqual((await read(name)).match(/\bnpx (?!--no ).*minutebook.*/g) ?? [], [], name)
  }
})

test('the newest release in CHANGELOG.md is the one of every package.json', async () => {
  const [, newest] = /^## (\d+\.\d+\.\d+)/m.exec(await read('CHANGELOG.md'))!
  for (const folder of ['', 'console/', 'node/', 'sdk/']) {
    assert.equal(JSON.parse(await read(`${folder}package.json`)).version, newest, folder)
  }
})

test('docs/decisions/README.md lists every page of its folder', async () => {
  const text = await read('docs/decisions/README.md')
  for (const page of decisions) if (page !== 'README.md') assert(text.includes(`](${page})`), page)
})
