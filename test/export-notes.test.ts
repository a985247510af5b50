/** `minutebook export-notes` as its user meets it: a real process, a real service, files in a folder. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, test } from 'node:test'
import { acme, keys } from './support/acme.ts'
import { waitFor } from './support/waiting.ts'
import { openWorld, type World } from './support/world.ts'

const program = new URL('../bin/minutebook.js', import.meta.url).pathname

let world: World
let url: string
before(async () => {
  world = await openWorld({}, { anew: true })
  await world.load(...acme())
  url = await world.api.api.listen({ port: 0, host: '127.0.0.1' })
})
after(() => world[Symbol.asyncDispose]())

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minutebook-notes-'))
})

const start = (args: string[], key: string = keys.ada) =>
  spawn(process.execPath, [program, 'export-notes', ...args, '--url', url], {
    env: { PATH: process.env.PATH, MINUTEBOOK_KEY: key },
  })

async function run(args: string[] = [folder], key?: string) {
  const child = start(args, key)
  const [[code], printed, complaint] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  return { code, printed, complaint }
}

const files = async () => (await readdir(folder)).filter((name) => name.endsWith('.md')).sort()
const contents = async () => Promise.all((await files()).map((name) => readFile(join(folder, name), 'utf8')))
const idsIn = async () => (await contents()).map((file) => /^id: "(.+)"$/m.exec(file)![1]!).sort()

/** Ids of the notes that the key sees, and of those whose recordings alone it sees. */
async function seenBy(key: string): Promise<string[]> {
  const notes = (await world.post('/api/v1/notes', key, { pagination: { page_size: 50 } })).body.data
  const recordings = (await world.post('/api/v1/recordings', key, { pagination: { page_size: 50 } })).body.data
  const ids = [
    ...notes.map(({ id }: { id: string }) => id),
    ...recordings.map((each: { note_id: string }) => each.note_id),
  ]
  return [...new Set<string>(ids)].sort()
}

test('there is a file for each meeting that the key sees, and a second run writes what changed', async () => {
  for (const key of [keys.ada, keys.bo, keys.zoe]) {
    const own = await mkdtemp(join(tmpdir(), 'minutebook-notes-'))
    folder = own
    const { code, complaint } = await run([folder], key)
    assert.deepEqual([code, complaint], [0, ''])
    assert.deepEqual(await idsIn(), await seenBy(key))
  }
  assert.equal((await run([folder], keys.zoe)).printed, `The folder has ${(await files()).length} meetings.\n`)
})

test('the folder and its files are for their owner only', async () => {
  folder = join(folder, 'made')
  await run()
  const names = await readdir(folder)
  assert(names.includes('.minutebook.json') && names.length > 1)
  const modes = ['.', ...names].map(async (name) => (await stat(join(folder, name))).mode & 0o777)
  assert.deepEqual(await Promise.all(modes), [0o700, ...names.map(() => 0o600)])
})

test('a new title is a new name, a change is in the file, and what is deleted is gone', async () => {
  await run()
  const before = await files()
  const made = await world.post('/api/v1/note', keys.ada, { title: 'Plans: 2027', agenda_markdown: '# Aims' })
  assert.equal(made.status, 201, made.text)
  const { id } = made.body.note
  await run()
  const [added] = (await files()).filter((name) => !before.includes(name))
  assert.match(added!, /^\d{4}-\d\d-\d\d Plans 2027\.md$/)
  await world.patch(`/api/v1/note/${id}`, keys.ada, { title: 'Aims' })
  await run()
  const [renamed, ...others] = (await files()).filter((name) => !before.includes(name))
  assert.deepEqual([renamed!.slice(11), others], ['Aims.md', []])
  await world.delete(`/api/v1/note/${id}`, keys.ada)
  assert.match((await run()).printed, /^0 written, 1 removed\n/)
  assert.deepEqual(await files(), before)
})

test('what others have put into the folder stays, and two meetings of one name have two files', async () => {
  const made = [1, 2].map(async () => (await world.post('/api/v1/note', keys.ada, { title: 'Twins' })).body.note)
  const notes = await Promise.all(made)
  const ids = notes.map(({ id }) => id)
  const day = notes[0].created_at.slice(0, 10)
  await writeFile(join(folder, `${day} Twins.md`), 'mine')
  await run()
  assert.equal(await readFile(join(folder, `${day} Twins.md`), 'utf8'), 'mine')
  const twins = (await files()).filter((name) => name.includes('Twins ('))
  assert.deepEqual(twins.map((name) => /\((.+)\)/.exec(name)![1]).sort(), ids.sort())
  for (const id of ids) await world.delete(`/api/v1/note/${id}`, keys.ada)
})

test('--follow writes a change as it happens; one whose cursor is too old reads everything again', async () => {
  const child = start([folder, '--follow'])
  await waitFor(async () => (await idsIn()).length === (await seenBy(keys.ada)).length)
  const { body } = await world.post('/api/v1/note', keys.ada, { title: 'Just now' })
  await waitFor(async () => (await files()).some((name) => name.endsWith('Just now.md')))
  child.kill()
  assert.deepEqual(await once(child, 'exit'), [0, null])

  await world.delete(`/api/v1/note/${body.note.id}`, keys.ada)
  await world.post('/api/v1/note', keys.ada, { title: 'Later' })
  world.advance({ days: 31 })
  const { printed } = await run()
  assert.match(printed, /^The last run is too long ago; everything is read again\.\n\d+ written, 1 removed\n/)
  assert.deepEqual(await idsIn(), await seenBy(keys.ada))
  assert((await files()).some((name) => name.endsWith('Later.md')))
})

test('a wrong key, a wrong folder and one of another service are refused in a sentence', async () => {
  assert.match((await run([folder], 'mb_wrong_0123456789')).complaint, /refuses: 401/)
  assert.match((await run([])).complaint, /The folder is missing/)
  await run()
  const state = join(folder, '.minutebook.json')
  await writeFile(state, (await readFile(state, 'utf8')).replace(url, 'http://other.test'))
  assert.match((await run()).complaint, /has the notes of http:\/\/other\.test/)
  await writeFile(state, '{')
  assert.match((await run()).complaint, /is damaged/)
})
