/** `minutebook export-notes --transcripts`: what is in the folder is what was said, by whom, when and where. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { compareMeetings } from '../meeting-import/compare-meetings.ts'
import { readMeetings } from '../meeting-import/read-meetings.ts'
import { sendMeeting } from '../meeting-import/send-meeting.ts'
import { createClient } from '../sdk/src/client.ts'
import { parseVtt } from '../server/meetings/recordings/transcript/parse-vtt.ts'
import { acme, keys } from './support/acme.ts'
import { runInShell } from './support/command-shell.ts'
import { inSmallHeap } from './support/small-heap.ts'
import { openWorld, type World } from './support/world.ts'

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
  folder = await mkdtemp(join(tmpdir(), 'minutebook-transcripts-'))
})

async function run(flags: string[] = ['--transcripts'], key: string = keys.ada) {
  const env = { PATH: process.env.PATH!, MINUTEBOOK_KEY: key }
  const { code, out, err } = await runInShell({ args: ['export-notes', folder, '--url', url, ...flags], env })
  assert.deepEqual([code, err], [0, ''])
  return out
}

const files = async (ending: string) => (await readdir(folder)).filter((name) => name.endsWith(ending)).sort()
const read = (name: string) => readFile(join(folder, name), 'utf8')

/** The properties of a file: lines of a name and JSON. */
function propertiesOf(text: string): Record<string, unknown> {
  const [, block = ''] = /^(?:---|WEBVTT[\s\S]*?\n\nNOTE)\n([\s\S]*?)\n(?:---)?\n/.exec(text) ?? []
  return Object.fromEntries([...block.matchAll(/^(\w+): (.*)$/gm)].map(([, name, value]) => [name, JSON.parse(value!)]))
}

/** Each meeting of the folder with its transcripts. */
async function meetings() {
  const all = await Promise.all(
    (await files('.md')).map(async (file) => {
      const { title, date, start, people, transcripts = [] } = propertiesOf(await read(file))
      const recaps = (transcripts as string[]).map(async (name) => {
        const text = await read(name)
        const { title, start } = propertiesOf(text)
        return { name, title, start, ...parseVtt(text) }
      })
      return { title: title as string, date, start, people, recaps: await Promise.all(recaps) }
    }),
  )
  return new Map(all.map((meeting) => [meeting.title, meeting]))
}

const said = (...lines: [speaker: string, text: string][]) => ({
  language_code: 'en-US',
  speech_segments: lines.map(([speaker, text], at) => ({
    speaker,
    text,
    start_time: at * 2.25,
    end_time: at * 2.25 + 2,
  })),
})

async function upload(title: string, transcript: object, more: object = {}): Promise<string> {
  const made = await world.post('/api/v1/recordings/upload', keys.ada, { title, transcript, ...more })
  assert.equal(made.status, 201, made.text)
  await world.settle()
  // Recordings of a note are listed by when they were made.
  world.advance({ seconds: 1 })
  return made.body.recording_id
}

const noteOf = async (recording: string): Promise<string> =>
  (await world.get(`/api/v1/recording/${recording}`, keys.ada)).body.recording.note_id

test('title, day, people, speakers and words of each meeting are in the folder as they are in the service', async () => {
  const quoted = said(['Ada "the chair" Moreau', '"Yes": that\'s <all> & 10:30 --> 11:00.'], ['', '10:30 → 11:00'])
  const hebrew = said(['דנה לוי', 'שלום, אפשר להתחיל.'], ['محمد', 'نعم؟ 100%'])
  const started_at = '2026-01-07T22:59:00.000Z'
  await upload('Plans: "2027" \\ #1', quoted, { started_at })
  await upload('פגישה שבועית', hebrew, { started_at })
  const again = said(['Bo Lindqvist', 'The second part.'])
  const note_id = await noteOf(await upload('Retrospective', said(['Ada', 'One.']), { started_at }))
  await upload('Retrospective, part 2', again, { note_id, started_at: '2026-01-07T23:59:00.000Z' })
  await run()
  const found = await meetings()
  const day = { date: '2026-01-07', start: started_at }
  const first = found.get('Plans: "2027" \\ #1')!
  const hebrewOne = found.get('פגישה שבועית')!
  for (const [meeting, transcript] of [
    [first, quoted],
    [hebrewOne, hebrew],
  ] as const) {
    const [{ name, ...recap }, ...others] = meeting.recaps as [(typeof meeting.recaps)[number]]
    assert.deepEqual(others, [])
    assert.deepEqual({ date: meeting.date, start: meeting.start }, day)
    assert.deepEqual(recap, { title: meeting.title, start: started_at, ...transcript })
  }
  const both = found.get('Retrospective')!.recaps
  assert.deepEqual(
    both.map(({ title, start, speech_segments }) => [title, start, speech_segments[0]!.text]),
    [
      ['Retrospective', started_at, 'One.'],
      ['Retrospective, part 2', '2026-01-07T23:59:00.000Z', 'The second part.'],
    ],
  )
  const weekly = found.get('Weekly 5 Jan')!
  assert.deepEqual(weekly.people, ['ada@acme.test', 'bo@acme.test', 'guest@elsewhere.test'])
  assert.deepEqual(
    weekly.recaps.map(({ name, speech_segments }) => [name, speech_segments[0]!.text]),
    [
      ['2026-01-05 Weekly 5 Jan.vtt', 'Good morning.'],
      ['2026-01-05 Weekly 5 Jan (r_2).vtt', 'Good morning.'],
    ],
  )
  const named = [...found.values()].flatMap(({ recaps }) => recaps.map(({ name }) => name))
  assert.deepEqual(await files('.vtt'), named.sort(), 'each transcript belongs to a meeting')
})

test('the folder is imported into another workspace: title, day, people, speakers and words of each meeting', async () => {
  await run()
  const exported = [...(await meetings()).values()].flatMap(({ title, start, people, recaps }) =>
    recaps.map((recap, at) => ({
      title: at === 0 ? title : recap.title,
      // A recording begins a little after its meeting.
      start: recap.start ?? start ?? null,
      people: people ?? [],
      said: recap.speech_segments,
    })),
  )
  const files = await Promise.all(
    (await readdir(folder)).map(async (path) => ({ path, blob: new Blob([await readFile(join(folder, path))]) })),
  )
  const read = await readMeetings(files)
  // Notes with neither agenda nor recap.
  assert.deepEqual([...new Set(read.unreadable.map(({ reason }) => reason))], ['There are no words in it'])
  const client = createClient({ url, key: keys.zoe })
  const arrived = []
  for (const row of await compareMeetings(client, read.meetings)) {
    const id = await sendMeeting(client, row)
    await world.settle()
    const { recording } = (await world.get(`/api/v1/recording/${id}`, keys.zoe)).body
    if (!recording.transcript) continue
    const { title, started_at, transcript } = recording
    const people = row.meeting.people.flatMap(({ email }) => email ?? [])
    arrived.push({ title, start: started_at, people, said: transcript.speech_segments })
  }
  const inOrder = (all: { said: unknown }[]) => all.map((each) => JSON.stringify(each)).sort()
  const withTime = exported.filter(({ start }) => start !== null)
  assert(withTime.length >= 6)
  assert.deepEqual(
    inOrder(arrived.filter(({ start }) => start !== null && !start.endsWith('T12:00:00.000Z'))),
    inOrder(withTime),
  )
})

test('a folder without transcripts gets them, and keeps them; a new title, a deleted recording and a deleted note', async () => {
  const id = await upload('Budget', said(['Ada', 'Too much.']))
  const note_id = await noteOf(id)
  const second = await upload('Budget', said(['Ada', 'Still too much.']), { note_id })
  const ours = async () => (await files('.vtt')).filter((name) => name.includes('Budget')).map((name) => name.slice(11))
  await run([])
  assert.deepEqual(await files('.vtt'), [])
  await run()
  assert.deepEqual(await ours(), [`Budget (${second}).vtt`, 'Budget.vtt'])
  await world.patch(`/api/v1/note/${note_id}`, keys.ada, { title: 'The Budget' })
  await run([])
  assert.deepEqual(await ours(), [`The Budget (${second}).vtt`, 'The Budget.vtt'])
  const [file] = (await files('The Budget.vtt')) as [string]
  await world.patch(`/api/v1/recording/${id}`, keys.ada, { segments: [{ index: 0, text: 'Too little.' }] })
  await run()
  assert.match(await read(file), /Too little\./)
  await world.delete(`/api/v1/recording/${id}`, keys.ada)
  await run()
  assert.deepEqual(await ours(), ['The Budget.vtt'])
  assert.match(await read(file), /Still too much\./)
  await world.delete(`/api/v1/note/${note_id}`, keys.ada)
  await run()
  assert.deepEqual(await ours(), [])
})

test('of long transcripts one meeting is in memory, and not all of them', async () => {
  const times = { created_at: '2026-01-05T09:31:00.000Z', updated_at: '2026-01-05T09:40:00.000Z' }
  const ids = Array.from({ length: 30 }, (_, at) => `long_${at}`)
  const notes = ids.map((id) => ({ ...times, id, title: id, created_by: 'u_ada' }))
  const recordings = ids.map((id) => ({ ...times, id: `r_${id}`, note: id, title: id, transcript: said(['Ada', 'x']) }))
  await world.load({ ...acme()[0], notes, recordings })
  const lines = Array.from({ length: 1_500 }, (): [string, string] => [
    'Ada Moreau',
    'Word for word. '.repeat(100).trim(),
  ])
  const transcript = JSON.stringify(said(...lines))
  await sql`update recordings set transcript = ${transcript} where workspace_id = 'ws_acme' and id like 'r_long%'`.execute(
    world.db,
  )
  const module = new URL('../server/app/commands/export-notes/export-notes.ts', import.meta.url)
  // One takes several MB at a time, all of them over 90.
  await inSmallHeap(56, module, 'exportNotes', [folder, { key: keys.ada, url, transcripts: true }])
  const written = (await files('.vtt')).filter((name) => name.includes('long_'))
  assert.equal(written.length, ids.length)
  assert.equal(parseVtt(await read(written[0]!)).speech_segments.length, lines.length)
  for (const id of ids) await world.delete(`/api/v1/note/${id}`, keys.ada)
})

test('what others have put beside the meetings stays, and their names are left to them', async () => {
  const note_id = await noteOf(await upload('Shared name', said(['Ada', 'Mine.'])))
  const { created_at } = (await world.get(`/api/v1/note/${note_id}`, keys.ada)).body.note
  const taken = `${created_at.slice(0, 10)} Shared name.vtt`
  await writeFile(join(folder, taken), 'not ours')
  await run()
  assert.equal(await read(taken), 'not ours')
  const { recaps } = (await meetings()).get('Shared name')!
  assert.deepEqual(
    recaps.map(({ name }) => name),
    [`${taken.slice(0, -4)} (${note_id}).vtt`],
  )
})

test('a run that fails between two files is repeated, and each meeting still has its files once', async () => {
  const note_id = await noteOf(await upload('Last', said(['Ada', 'The end.'])))
  const { created_at } = (await world.get(`/api/v1/note/${note_id}`, keys.ada)).body.note
  const last = `${created_at.slice(0, 10)} Last`
  for (const ending of ['.md', '.vtt']) {
    const blocked = join(folder, `${last}${ending}.draft`)
    await mkdir(blocked)
    await assert.rejects(run(), /EISDIR/)
    await rmdir(blocked)
  }
  await run()
  const ids = await Promise.all((await files('.md')).map(async (file) => propertiesOf(await read(file)).id))
  assert.deepEqual(ids, [...new Set(ids)])
  const named = [...(await meetings()).values()].flatMap(({ recaps }) => recaps.map(({ name }) => name))
  assert.deepEqual(await files('.vtt'), named.sort())
  assert(named.includes(`${last}.vtt`))
  await world.delete(`/api/v1/note/${note_id}`, keys.ada)
  await run()
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.startsWith(last)),
    [],
  )
})

test('without transcripts of a workspace there are none, and those of before go', async () => {
  await run()
  assert.notEqual((await files('.vtt')).length, 0)
  assert.equal((await world.patch('/api/v1/workspace', keys.ada, { retention: 'zero_day' })).status, 200)
  await world.settle()
  await run()
  assert.deepEqual(await files('.vtt'), [])
  for (const file of await files('.md')) assert.equal(propertiesOf(await read(file)).transcripts, undefined)
})
