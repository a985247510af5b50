/** Decision 55: where a language model writes the notes, the recording is there with its transcript, and its notes follow. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { NoteWriter, WrittenNotes } from '../server/making/engines/shared/engines.ts'
import { EngineError } from '../server/platform/errors.ts'
import { acme, acmeWithWebhooks, keys } from './support/acme.ts'
import { sharersOf } from './support/jobs.ts'
import { waitFor } from './support/waiting.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
/** What the writer does next; the notes wait until it is set. */
let write: NoteWriter['write']
let usesModel = true
const item = { text: 'Print the deck', assignees: ['bo@acme.test'], dueDate: null, timestamp: 4 }
const notes: WrittenNotes = {
  generatedBy: 'm-1',
  markdown: '## Summary\n\nThe deck.',
  sections: [{ title: 'Summary', content: 'The deck.' }],
  actionItems: [item],
}
const away = () => Promise.reject(new EngineError('The model is away', { retryable: true }))

before(async () => {
  world = await openWorld()
  world.base.engines.noteWriter = { usesModel: async () => usesModel, write: (...given) => write(...given) }
})
after(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  await world.empty()
  await world.load(...acmeWithWebhooks())
  write = async () => notes
})

const transcript = {
  speech_segments: [{ speaker: 'Ada Moreau', text: 'The deck goes out on Friday.', start_time: 0, end_time: 4 }],
}
async function submit(given: object = {}): Promise<string> {
  const body = { title: 'Call', transcript, participants: [{ name: 'Bo Lindqvist', email: 'bo@acme.test' }], ...given }
  const answer = await world.post('/api/v1/recordings/upload', keys.bo, body)
  assert.equal(answer.status, 201, answer.text)
  await world.settle()
  return answer.body.recording_id
}
const read = async (id: string) => (await world.get(`/api/v1/recording/${id}`, keys.bo)).body.recording
const statusOf = async (id: string) => {
  const { ai_notes, ai_notes_status } = await read(id)
  return [ai_notes?.generated_by ?? null, ai_notes_status]
}
const uploadOf = async (id: string) => (await world.get(`/api/v1/recordings/upload/${id}`, keys.bo)).body.upload.status
const itemsOf = async () =>
  (await world.post('/api/v1/action_items', keys.bo, { filters: { ai_detected: true } })).body.data.map(
    ({ text }: { text: string }) => text,
  )
const later = async (seconds: number) => {
  world.advance({ seconds })
  await world.settle()
}
/** The types of the events about a recording, without their numbers of recipients. */
const eventsOf = async (id: string) => {
  const rows = await world.db.selectFrom('messages').select(['event_type', 'recording_id']).execute()
  return [...new Set(rows.filter((row) => row.recording_id === id).map(({ event_type }) => event_type))].sort()
}

test('transcript and publication are there first; notes, items and events come together', async () => {
  write = away
  const id = await submit({ event_guid: 'evt1_20260105T090000Z', channel_id: 'ch_eng' })
  assert.deepEqual([await uploadOf(id), ...(await statusOf(id))], ['SUCCESS', null, 'writing'])
  assert.deepEqual(await eventsOf(id), [])
  const before = await itemsOf()
  write = async () => notes
  await later(5)
  assert.deepEqual(await statusOf(id), ['m-1', 'written'])
  assert.deepEqual(
    (await itemsOf()).filter((text: string) => !before.includes(text)),
    ['Print the deck'],
  )
  assert.deepEqual(await eventsOf(id), ['ai_note.generated', 'ai_note.shared_to_channel'])
  const { body } = await world.get(`/api/v1/recording/${id}/history`, keys.bo)
  assert.deepEqual(body.data, [], 'nobody changed anything')
})

test('64: what a rule publishes is announced once, with the notes', async () => {
  const rule = { name: 'x', match: {}, do: { publish: ['ch_eng'] } }
  assert.equal((await world.post('/api/v1/rule', keys.bo, rule)).status, 201)
  write = away
  const id = await submit({ event_guid: 'evt1_20260105T090000Z' })
  const { body } = await world.get(`/api/v1/recording/${id}/sharing`, keys.bo)
  assert.equal(body.publications.length, 1)
  assert.deepEqual(await eventsOf(id), [])
  write = async () => notes
  await later(5)
  assert.deepEqual(await eventsOf(id), ['ai_note.generated', 'ai_note.shared_to_channel'])
})

test('55: a publication that does not count any more is not announced; one that was made again is announced once', async () => {
  const event = { event_guid: 'evt1_20260105T090000Z', channel_id: 'ch_eng' }
  const shared = async (id: string) => {
    const rows = await world.db
      .selectFrom('messages')
      .select('id')
      .where('recording_id', '=', id)
      .where('event_type', '=', 'ai_note.shared_to_channel')
      .execute()
    return rows.length
  }
  write = away
  const again = await submit(event)
  const path = `/api/v1/recording/${again}/publish`
  assert.equal((await world.delete(`${path}/ch_eng`, keys.bo)).status, 200)
  assert.equal(await shared(again), 0)
  await world.post(path, keys.bo, { channel_id: 'ch_eng' })
  const told = await shared(again)
  assert(told > 0)
  write = async () => notes
  await later(5)
  assert.equal(await shared(again), told)

  write = away
  const left = await submit(event)
  await world.db.deleteFrom('event_attendees').where('email_folded', '=', 'bo@acme.test').execute()
  write = async () => notes
  await later(5)
  assert.equal(await shared(left), 0)
})

test('a model that stays away: after the last try its writer is told so, and what fails then leaves no notes', async () => {
  const tries: (boolean | undefined)[] = []
  write = (_meeting, _signal, options) => {
    tries.push(options?.isLastTry)
    return away()
  }
  const id = await submit()
  for (const seconds of [5, 30, 120, 300]) await later(seconds)
  assert.deepEqual(tries, [false, false, false, false, true])
  assert.deepEqual(await statusOf(id), [null, null])
  assert.equal(await uploadOf(id), 'SUCCESS')
})

test('a request for new notes while the first are being written is the same one', async () => {
  write = away
  const id = await submit()
  assert.equal((await world.post(`/api/v1/recording/${id}/ai_notes`, keys.bo, {})).status, 202)
  write = async () => notes
  await later(5)
  assert.deepEqual(await statusOf(id), ['m-1', 'written'])
  const { body } = await world.get(`/api/v1/recording/${id}/history`, keys.bo)
  assert.deepEqual(body.data, [])
})

test('whose work it is stands at each job, also at a retry, so that nobody takes all slots', async () => {
  const sharers = () => sharersOf(world.db, 'write-ai-notes')
  write = away
  const id = await submit({ event_guid: 'evt1_20260105T090000Z' })
  assert.deepEqual(await sharers(), ['ws_acme u_bo'])
  write = async () => notes
  await later(5)
  assert.equal((await world.post(`/api/v1/recording/${id}/ai_notes`, keys.ada, {})).status, 202)
  assert.deepEqual(await sharers(), ['ws_acme u_ada'])
  write = away
  await world.settle()
  assert.deepEqual(await sharers(), ['ws_acme u_ada'])
})

test('a name that is corrected meanwhile is in the notes; notes that a person wrote stay', async () => {
  write = away
  const [renamed, edited] = [await submit(), await submit()]
  await world.patch(`/api/v1/recording/${renamed}`, keys.bo, { speakers: { 'Ada Moreau': 'Ada M.' } })
  await world.patch(`/api/v1/recording/${edited}`, keys.bo, { ai_notes: { markdown: '## Mine\n\nBy hand' } })
  const heard: string[] = []
  write = async (meeting) => {
    heard.push(JSON.parse(meeting.transcript).speech_segments[0].speaker)
    return notes
  }
  await later(5)
  assert.deepEqual(heard, ['Ada M.'])
  assert.match((await read(edited)).ai_notes.markdown, /By hand/)
  assert.deepEqual(await statusOf(renamed), ['m-1', 'written'])
})

test('a deleted recording needs no notes, and a zero-day workspace waits for them', async () => {
  write = away
  const id = await submit()
  assert.equal((await world.request('DELETE', `/api/v1/recording/${id}`, { key: keys.ada })).status, 200)
  await later(5)
  assert.equal((await world.get(`/api/v1/recording/${id}`, keys.bo)).status, 404)
  await world.patch('/api/v1/workspace', keys.ada, { retention: 'zero_day' })
  const waiting = await submit()
  assert.equal(await uploadOf(waiting), 'PENDING')
  write = async () => notes
  await later(5)
  assert.deepEqual([await uploadOf(waiting), ...(await statusOf(waiting))], ['SUCCESS', 'm-1', 'written'])
})

test('the work on notes ends when their recording is deleted, for first ones and later ones', async () => {
  const stopped: boolean[] = []
  const deleted = async (signal: AbortSignal) => {
    const [{ id }] = (await world.post('/api/v1/recordings', keys.bo, { filters: { title: 'Doomed' } })).body.data
    await world.request('DELETE', `/api/v1/recording/${id}`, { key: keys.ada })
    await waitFor(async () => signal.aborted)
    stopped.push(true)
    return signal.reason
  }
  write = async (_meeting, signal) => Promise.reject(await deleted(signal))
  await submit({ title: 'Doomed' })
  write = async () => notes
  const id = await submit({ title: 'Doomed' })
  write = async (_meeting, signal) => Promise.reject(await deleted(signal))
  await world.post(`/api/v1/recording/${id}/ai_notes`, keys.bo, {})
  await world.settle()
  assert.deepEqual(stopped, [true, true])
})

test('28: how far the notes are is told, on the recording, and on an upload that waits for them', async () => {
  const told: unknown[] = []
  const tellsOf =
    (read: () => Promise<unknown>): NoteWriter['write'] =>
    async (_meeting, _signal, options) => {
      options!.onProgress!(0.25)
      await waitFor(async () => JSON.stringify(await read()).includes('0.25'))
      told.push(await read())
      return notes
    }
  write = tellsOf(async () => {
    const { body } = await world.post('/api/v1/recordings', keys.bo, { filters: { title: 'Told' } })
    return (await world.get(`/api/v1/recording/${body.data[0].id}/progress`, keys.bo)).body.progress
  })
  await submit({ title: 'Told' })
  await world.patch('/api/v1/workspace', keys.ada, { retention: 'zero_day' })
  write = tellsOf(async () => {
    const filters = { title: 'Waiting', status: 'PENDING' }
    const { body } = await world.post('/api/v1/recordings/upload/list', keys.bo, { filters })
    return body.uploads.data[0].progress
  })
  await submit({ title: 'Waiting' })
  assert.deepEqual(told, Array(2).fill({ stage: 'writing', done: 0.25 }))
})

test('a workspace that becomes zero-day meanwhile keeps no transcript, so no notes are written', async () => {
  write = away
  const id = await submit()
  await world.patch('/api/v1/workspace', keys.ada, { retention: 'zero_day' })
  await later(5)
  assert.deepEqual(await statusOf(id), [null, null])
})

test('the embedded writer is quick: upload, notes and events are one', async () => {
  usesModel = false
  try {
    write = away
    const id = await submit()
    assert.equal(await uploadOf(id), 'PENDING')
    write = async () => notes
    await later(5)
    assert.deepEqual(await statusOf(id), ['m-1', 'written'])
  } finally {
    usesModel = true
  }
})

test('61: who reads a recap in its channel hears of its decisions, also where all is written at once', async () => {
  const [first, ...others] = acme() as [object]
  const webhooks = [{ id: 'wh_ada', owner: 'u_ada', url: 'https://ada.test/', enabled_events: ['decision.made'] }]
  await world.load({ ...first, webhooks }, ...others)
  usesModel = false
  const quote = { text: 'The deck goes out on Friday.', line: transcript.speech_segments[0]! }
  write = async () => ({ ...notes, decisions: [{ text: 'Friday', quote }] })
  try {
    const id = await submit({ channel_id: 'ch_eng', participants: [] })
    assert.equal(await uploadOf(id), 'SUCCESS')
    const told = await world.db
      .selectFrom('messages')
      .select('webhook_id')
      .where('event_type', '=', 'decision.made')
      .execute()
    assert.deepEqual(told, [{ webhook_id: 'wh_ada' }])
  } finally {
    usesModel = true
  }
})
