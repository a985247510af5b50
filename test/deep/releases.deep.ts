/**
 * The data folder of each release opens in this one: the program of its tag fills one, this program goes on with it. Until
 * there is a tag, the last commit stands for a release.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { promisify } from 'node:util'
import { dataFolder, ofRepository } from '../support/program.ts'
import { releaseTags } from '../support/release-tags.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const tags = await releaseTags()

suite('the data folder of each release', () => {
  for (const release of tags.length > 0 ? tags : ['HEAD']) {
    test(`${release}: its lists, transcript and media are read as before, with the same key`, async () => {
      await using program = await programOf(release)
      await using data = await dataFolder(tmpdir(), program)
      const first = await data.start('start', /Try it:/)
      const [key] = /mb_[\w-]{43}/.exec(first.output.text)!
      const before = await everything(first.output.text, key)
      assert(before.transcript && before.mediaBytes > 0)
      assert.equal(await first.stop(), 0)
      data.program = ofRepository
      const next = await data.start('start', /Try it:/)
      assert.deepEqual(await everything(next.output.text, key), before)
      assert.equal(await next.stop(), 0)
    })
  }
})

/** The program as it was released, with the packages of its lock file. */
async function programOf(commit: string) {
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-release-'))
  await chmod(folder, 0o711)
  await run('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, folder], { cwd: root })
  if (commit === 'HEAD') {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    await symlink(join(root, 'console/dist'), join(folder, 'console/dist'))
  } else await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder })
  return {
    path: join(folder, 'bin/minutebook.js'),
    node: process.execPath,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** What the person with the key sees: lists, a transcript, and media. */
async function everything(output: string, key: string) {
  const [, url] = /ready at (http:\/\/\S+)/.exec(output)!
  // biome-ignore lint/suspicious/noExplicitAny: it knows what it asks for
  const ask = async (method: string, path: string, body?: object): Promise<any> => {
    const headers = { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) }
    const answer = await fetch(`${url}/api/v1/${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    assert.equal(answer.status, 200, `${path}: ${await answer.clone().text()}`)
    return answer.json()
  }
  const list = async (name: string) => (await ask('POST', name, { pagination: { page_size: 50 } })).data
  const recordings: { id: string; title: string }[] = await list('recordings')
  const all = await Promise.all(recordings.map(({ id }) => ask('GET', `recording/${id}`)))
  const { media_url, transcript } = all.map(({ recording }) => recording).find((each) => each.media_url)
  return {
    recordings: recordings.map(({ title }) => title),
    notes: (await list('notes')).map(({ title }: { title: string }) => title),
    items: (await list('action_items')).map(({ text, status }: { text: string; status: string }) => [text, status]),
    transcript,
    mediaBytes: (await (await fetch(media_url)).arrayBuffer()).byteLength,
  }
}
