/** Uploads sent in with a transcript: from the request to the recap, and what is refused (spec 4.4; decisions 27 to 29a). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { acme, keys } from './acme.ts'
import { openWorld, type World } from './world.ts'

let world: World
before(async () => {
  world = await openWorld()
  await world.load(...acme())
})
after(() => world[Symbol.asyncDispose]())

const transcript = {
  language_code: 'en-US',
  speech_segments: [
    { speaker: 'Ada Moreau', text: 'Good morning. We decided to move the launch to March.', start_time: 0, end_time: 4.25 },
    { speaker: 'Bo Lindqvist', text: 'I will send the deck to everyone by Friday.', start_time: 4.25, end_time: 9.5 },
    { speaker: 'Ada Moreau', text: 'Thank you, that helps a lot with the launch.', start_time: 10, end_time: 12 },
  ],
}
const body = { title: 'Weekly 12 Jan', transcript, started_at: '2026-01-10T11:00:00+01:00' }

const submit = (given: object, key = keys.bo, headers = {}) =>
  world.post('/api/v1/recordings/upload', key, given, { headers })
const upload = async (id: string, key = keys.bo) =>
  (await world.get(`/api/v1/recordings/upload/${id}`, key)).body.upload
const recording = async (id: string, key = keys.bo) => (await world.get(`/api/v1/recording/${id}`, key)).body.recording
async function settled(given: object, key = keys.bo) {
  const answer = await submit(given, key)
  assert.equal(answer.status, 201, answer.text)
  await world.settle()
  return answer.body.recording_id as string
}

test('28, 29: without an event: pending, then a recording and a note of its own, which its uploader sees', async () => {
  const answer = await submit(body)
  assert.deepEqual([answer.status, Object.keys(answer.body)], [201, ['recording_id']])
  const id = answer.body.recording_id
  assert.deepEqual(await upload(id), {
    ...{ recording_id: id, title: body.title, status: 'PENDING', failure_reason: null },
    ...{ created_at: '2026-01-10T12:00:00.000Z', updated_at: '2026-01-10T12:00:00.000Z' },
  })
  assert.equal((await world.get(`/api/v1/recording/${id}`, keys.bo)).status, 404)
  assert.equal((await world.delete(`/api/v1/recording/${id}`, keys.ada)).status, 404)

  world.advance({ seconds: 20 })
  await world.settle()
  assert.deepEqual(await upload(id), {
    ...{ recording_id: id, title: body.title, status: 'SUCCESS', failure_reason: null },
    ...{ created_at: '2026-01-10T12:00:00.000Z', updated_at: '2026-01-10T12:00:20.000Z' },
  })
  const made = await recording(id)
  assert.deepEqual(made.transcript, transcript)
  assert.deepEqual([made.started_at, made.ended_at], ['2026-01-10T10:00:00.000Z', '2026-01-10T10:00:12.000Z'])
  assert.deepEqual([made.event_guid, made.media_url, made.title], [null, null, body.title])
  assert.equal(made.ai_notes.generated_by, 'embedded')
  assert.match(made.ai_notes.markdown, /deck/)
  const { note } = (await world.get(`/api/v1/note/${made.note_id}`, keys.bo)).body
  assert.deepEqual([note.title, note.recording_ids], [body.title, [id]])
  assert.match(note.content_markdown, /^\* Action Item: .*deck.*\(Due: 2026-01-/m)
  const items = await world.post('/api/v1/action_items', keys.bo, { filters: { note_id: made.note_id } })
  const [item] = items.body.data
  assert.deepEqual([item.ai_detected, item.status, item.recording_offset], [true, 'Incomplete', 4])
  assert.equal((await world.get(`/api/v1/note/${made.note_id}`, keys.adaRegular)).status, 404)
})
