/** The documents say what is there. */
import assert from 'node:assert/strict'
import { access, glob, readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { settings } from '../server/platform/context/config.ts'

const root = new URL('../', import.meta.url)
const read = (name: string) => readFile(new URL(name, root), 'utf8')
const guidesAndDecisions = (await readdir(new URL('docs/', root), { recursive: true })).filter((name) =>
  name.endsWith('.md'),
)
const documents = [
  ...(await readdir(new URL('server/', root))).map((floor) => `server/${floor}/README.md`),
  ...[
    'ARCHITECTURE.md',
    'CHANGELOG.md',
    'README.md',
    'clients/python/README.md',
    'console/README.md',
    'extension/README.md',
    'meeting-import/README.md',
    'sdk/README.md',
  ],
  ...guidesAndDecisions.map((name) => `docs/${name}`),
].sort()
const withoutBlocks = (markdown: string) => markdown.replace(/^```[\s\S]*?^```/gm, '')
const withoutCode = (markdown: string) => withoutBlocks(markdown).replace(/`[^`\n]*`/g, '')

/** The anchors that GitHub gives to the headings of a page. */
const anchorsOf = (markdown: string) =>
  [...withoutBlocks(markdown).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** @param target  a file or folder, with the anchor of a heading or without */
async function exists(target: URL): Promise<boolean> {
  const anchor = decodeURIComponent(target.hash.slice(1))
  if (anchor) return anchorsOf(await readFile(target, 'utf8')).includes(anchor)
  return access(target).then(
    () => true,
    () => false,
  )
}

test('every setting is in docs/operate/settings.md with its default and meaning', async () => {
  const text = await read('docs/operate/settings.md')
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

test('every row of a table has as many cells as its head', async () => {
  const wrong: string[] = []
  for (const name of documents) {
    let wanted = 0
    for (const line of withoutBlocks(await read(name)).split('\n')) {
      const cells = line.startsWith('|') ? line.replace(/`[^`]*`|\\\|/g, '').split('|').length : 0
      if (cells > 0 && wanted > 0 && cells !== wanted) wrong.push(`${name}: ${line.slice(0, 60)}`)
      wanted = cells
    }
  }
  assert.deepEqual(wrong, [])
})

test('every link between the documents has an existing page and heading', async () => {
  const wrong: string[] = []
  for (const name of documents) {
    for (const [, target] of withoutCode(await read(name)).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)) {
      if (!(await exists(new URL(target!, new URL(name, root))))) wrong.push(`${name}: ${target}`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('docs/README.md lists every guide', async () => {
  const text = await read('docs/README.md')
  const guides = documents.filter((name) => /^docs\/(?!README|decisions\/)/.test(name))
  assert.deepEqual(
    guides.filter((name) => !text.includes(`](${name.slice('docs/'.length)})`)),
    [],
  )
})

test('every guide that code, settings or tests name exists', async () => {
  const wrong: string[] = []
  for (const folder of ['bin', 'console', 'deploy', 'migrations', 'scripts', 'sdk', 'server', 'test']) {
    for await (const name of glob(`${folder}/**/*`, { cwd: root.pathname, exclude: ['**/{node_modules,dist}'] })) {
      if (!/\.(ts|tsx|js|sql|ya?ml|service|example)$/.test(name)) continue
      for (const [guide] of (await read(name)).matchAll(/(?<![\w/.])docs\/[\w/-]+\.md/g)) {
        if (!documents.includes(guide)) wrong.push(`${name}: ${guide}`)
      }
    }
  }
  assert.deepEqual(wrong, [])
})

test('no document lets npx fetch a package by our name, which anybody may register', async () => {
  for (const name of documents.filter((name) => !name.startsWith('docs/decisions/'))) {
    assert.deepEqual((await read(name)).match(/\bnpx (?!--no ).*minutebook.*/g) ?? [], [], name)
  }
})

test('the newest release in CHANGELOG.md is the one of every package.json', async () => {
  const [, newest] = /^## (\d+\.\d+\.\d+)/m.exec(await read('CHANGELOG.md'))!
  for (const folder of ['', 'console/', 'node/', 'sdk/']) {
    assert.equal(JSON.parse(await read(`${folder}package.json`)).version, newest, folder)
  }
  assert(((await read('clients/python/pyproject.toml')).match(/^version = "(.*)"$/m) ?? [])[1] === newest)
})

test('docs/decisions/README.md lists every page of its folder', async () => {
  const text = await read('docs/decisions/README.md')
  for (const name of documents) {
    const [, page] = /^docs\/decisions\/(?!README)(.*)/.exec(name) ?? []
    if (page) assert(text.includes(`](${page})`), page)
  }
})
