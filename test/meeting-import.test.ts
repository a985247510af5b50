/** Importing meetings of other programs: what an upload says of it, and the table and uploads of the library. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { compareMeetings } from '../meeting-import/compare-meetings.ts'
import type { ImportFile } from '../meeting-import/meetings.ts'
import { readMeetings } from '../meeting-import/read-meetings.ts'
import { sendMeeting } from '../meeting-import/send-meeting.ts'
import { createClient } from '../sdk/src/client.ts'
import { lockSight } from '../server/people/caller/change-sight.ts'
import { acme, keys } from './support/acme.ts'
import { sendCalendar, single } from './support/calendar-world.ts'
import { calendar } from './support/calendars.ts'
import { somebodyWaits } from './support/waiting.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
let url: string
before(async () => {
  world = await openWorld({}, { anew: true })
  await world.load(...acme())
  url = await world.api.api.listen({ port: 0, host: '127.0.0.1' })
})
after(() => world[Symbol.asyncDispose]())

const file = (path: string, text: string): ImportFile => ({ path, blob: new Blob([text]) })
const clientOf = (key: string = keys.ada) => createClient({ url, key })

const words = (key: string, more: object = {}) => ({
  title: 'Old weekly',
  started_at: '2024-03-04T09:00:00Z',
  transcript: { format: 'txt', text: 'Ada Moreau: Bo will send the deck by Friday.\nBo Chen: Yes.' },
  import: { key, ...more },
})

test('the same key again is the same recording, until it fails or is deleted', async () => {
  const first = await world.post('/api/v1/recordings/upload', keys.ada, words('k1'))
  assert.equal(first.status, 201, first.text + world.logged.slice(-3).join())
  const again = await world.post('/api/v1/recordings/upload', keys.ada, { ...words('k1'), title: 'Other' })
  assert.deepEqual([again.status, again.body, again.headers['idempotency-replayed']], [201, first.body, 'true'])
  const others = await world.post('/api/v1/recordings/upload', keys.bo, words('k1'))
  assert.notEqual(others.body.recording_id, first.body.recording_id)
  await world.settle()
  const listed = await world.post('/api/v1/recordings/upload/list', keys.ada, {
    filters: { import_keys: ['k1', 'k2'] },
  })
  assert.deepEqual(
    listed.body.uploads.data.map((each: { recording_id: string; import_key: string }) => [
      each.recording_id,
      each.import_key,
    ]),
    [[first.body.recording_id, 'k1']],
  )
  const none = await world.post('/api/v1/recordings/upload/list', keys.ada, { filters: { import_keys: [] } })
  assert.deepEqual([none.status, none.body.uploads?.data], [200, []], none.text)
})

const recording = async (id: string, key = keys.ada) => (await world.get(`/api/v1/recording/${id}`, key)).body.recording
const send = async (body: object, key = keys.ada) => {
  const sent = await world.post('/api/v1/recordings/upload', key, body)
  assert.equal(sent.status, 201, sent.text + world.logged.slice(-3).join())
  await world.settle()
  return sent.body.recording_id as string
}

test('what was deleted, and what failed, can be imported again', async () => {
  const id = await send(words('k3'))
  await world.delete(`/api/v1/recording/${id}`, keys.ada)
  assert.notEqual(await send(words('k3')), id)
  const cancelled = (await world.post('/api/v1/recordings/upload', keys.ada, words('k4'))).body.recording_id
  await world.post(`/api/v1/recordings/upload/${cancelled}/cancel`, keys.ada, {})
  assert.notEqual(await send(words('k4')), cancelled)
})

test('notes that come with it are its AI notes, and those alone are a recap without a transcript', async () => {
  const notes = '## Summary\n\nWe ship on Friday.\n\n## Next steps\n\n- Bo sends the deck'
  const both = await recording(await send(words('k5', { notes, notes_by: 'Granola' })))
  assert.deepEqual([both.ai_notes.generated_by, both.ai_notes.imported], ['Granola', true])
  assert.equal(both.ai_notes.markdown, notes)
  assert.deepEqual(
    both.ai_notes.sections.map(({ title }: { title: string }) => title),
    ['Summary', 'Next steps'],
  )
  const { transcript: _, ...alone } = words('k6', { notes })
  const only = await recording(await send(alone))
  assert.deepEqual(
    [only.transcript, only.ai_notes.markdown, only.started_at],
    [null, notes, '2024-03-04T09:00:00.000Z'],
  )
  const empty = await world.post('/api/v1/recordings/upload', keys.ada, { ...alone, import: { key: 'k7', notes: ' ' } })
  assert.equal(empty.status, 400)
})

test('notes of an import are marked, whatever `notes_by` says, until somebody edits them', async () => {
  for (const notes_by of ['embedded', 'Bo Chen']) {
    const id = await send(words(`k-${notes_by.length}`, { notes: 'We ship on Friday.', notes_by }))
    const { ai_notes } = await recording(id)
    assert.deepEqual([ai_notes.generated_by, ai_notes.imported], [notes_by, true])
    const edited = await world.patch(`/api/v1/recording/${id}`, keys.ada, { ai_notes: { markdown: 'We ship.' } })
    assert.equal(edited.status, 200, edited.text)
    const after = (await recording(id)).ai_notes
    assert.deepEqual([after.generated_by, after.imported], [undefined, undefined])
  }
})

test('whom an import names is one line of at most 100 characters', async () => {
  const nobody = ['', ' ', 'Bo\nEverybody agreed', 'Bo\u2028Everybody agreed', 'B'.repeat(101)]
  for (const notes_by of nobody) {
    const body = words('k-line', { notes: 'We ship on Friday.', notes_by })
    const { status, text } = await world.post('/api/v1/recordings/upload', keys.ada, body)
    assert.equal(status, 400, text)
    assert.match(text, /body\.import\.notes_by/)
  }
  await send(words('k-line', { notes: 'We ship on Friday.', notes_by: 'B'.repeat(100) }))
})

test('what is imported was created on the day of the import, and started on the day of the meeting', async () => {
  const before = world.base.clock().toISOString()
  const made = await recording(await send(words('k10', { notes: 'We ship on Friday.' })))
  const { note } = (await world.get(`/api/v1/note/${made.note_id}`, keys.ada)).body
  assert(note.created_at >= before && made.created_at >= before)
  assert.deepEqual([made.started_at, note.event_start], ['2024-03-04T09:00:00.000Z', null])
  const since = await world.post('/api/v1/notes', keys.ada, { filters: { created_at_start: before } })
  assert(since.body.data.some(({ id }: { id: string }) => id === made.note_id))
})

test('an import tells nobody: no events, no mails, no items', async () => {
  const events = await countRows()
  const id = await send(words('k8', { notes: '## Action items\n\n- Bo sends the deck by Friday' }))
  const plain = await send(words('k9'))
  assert.deepEqual(await countRows(), events)
  for (const each of [id, plain]) {
    const { note_id } = await recording(each)
    const { note } = (await world.get(`/api/v1/note/${note_id}`, keys.ada)).body
    assert.equal(note.content_markdown, '')
  }
})

async function countRows() {
  const tables = ['messages', 'stream_events', 'recap_mails', 'action_items'] as const
  const counts = await Promise.all(
    tables.map((table) =>
      world.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('n'))
        .where('workspace_id', 'is not', null)
        .executeTakeFirstOrThrow(),
    ),
  )
  return counts.map(({ n }) => Number(n))
}

const read = async (files: ImportFile[]) => (await readMeetings(files)).meetings

test('sound follows its words, and is not heard again', async () => {
  const [meeting] = await read([
    file('2024-05-06 0900 Board.vtt', 'WEBVTT\n\n00:00.000 --> 00:02.000\n<v Ada Moreau>Hello all.'),
    file('2024-05-06 0900 Board.mp3', 'ID3 sound'),
  ])
  const client = clientOf()
  const [row] = await compareMeetings(client, [meeting!])
  assert.equal(row!.knownAs, null)
  const id = await sendMeeting(client, row!)
  await world.settle()
  const made = await recording(id)
  assert.match(made.media_url, /^http/)
  assert.equal(made.transcript.speech_segments[0].speaker, 'Ada Moreau')
  assert.equal((await compareMeetings(client, [meeting!]))[0]!.knownAs, id)
  // Sent again all the same, nothing is doubled.
  assert.equal(await sendMeeting(client, row!), id)
  assert.equal((await recording(id)).media_url.split('?')[0], made.media_url.split('?')[0])
})

const joinOf = async (start: string, people: string[], key: string = keys.adaRegular) => {
  const front = `---\ntitle: Budget\ndate: ${start}\nattendees: [${people.join(', ')}]\n---\n`
  const meetings = await read([file('budget.md', `${front}Ada Moreau: Hello all.`)])
  const [row] = await compareMeetings(clientOf(key), meetings)
  return row!.joins?.id ?? null
}

test('a meeting of the calendar with another title is joined by two people', async () => {
  assert.equal(await joinOf('2026-01-05T09:05:00Z', ['ada@acme.test']), null)
  assert.equal(await joinOf('2026-01-05T09:05:00Z', ['ada@acme.test', 'bo@acme.test']), 'n_1')
})

test('a meeting that an administrator sees and does not attend is not joined', async () => {
  const sent = await sendCalendar(world, calendar(single({ SUMMARY: 'Budget' })), keys.bo)
  assert.equal(sent.body.notes_created, 1, sent.text)
  assert.notEqual(await joinOf('2026-01-12T09:05:00Z', [], keys.bo), null)
  assert.equal(await joinOf('2026-01-12T09:05:00Z', [], keys.ada), null)
})

test('sound that follows while the last stage waits is kept with the recap', async () => {
  const { recording_id } = (await world.post('/api/v1/recordings/upload', keys.ada, words('k11'))).body
  const settled = await world.db.transaction().execute(async (tx) => {
    await lockSight(tx, 'ws_acme')
    const settling = world.settle()
    await somebodyWaits(world.db)
    await clientOf().upload(new Blob(['ID3 sound']), { title: 'Board', media_of: recording_id })
    return { settling }
  })
  await settled.settling
  assert.match((await recording(recording_id)).media_url ?? '', /^http/)
})
