/** Who records alone with one microphone is named, and nobody who only may be meant. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keys } from './support/acme.ts'
import { openVoiceWorld, type Said } from './support/voice-world.ts'

const one: Said[] = [{ speaker: 'Speaker 1', voice: 2, seconds: 8 }]
const two: Said[] = [...one, { speaker: 'Speaker 2', voice: 3, seconds: 8 }]
const own = { own_microphone: true }

test('who records alone with their own microphone is named', async () => {
  await using it = await openVoiceWorld()
  const speakers = async (said: Said[], given: object) => it.speakers(await it.record(said, given))
  assert.deepEqual(await speakers(one, own), ['Bo Lindqvist'])
  assert.deepEqual(await speakers([{ ...one[0]!, speaker: '' }], own), ['Bo Lindqvist'])
  const oneself = { participants: [{ name: 'B', email: 'BO@acme.test' }], consent: { text: 'Recorded', told: [] } }
  assert.deepEqual(await speakers(one, { ...own, ...oneself }), ['Bo Lindqvist'])

  assert.deepEqual(await speakers(one, {}), ['Speaker 1'], 'a file')
  assert.deepEqual(await speakers(one, { own_microphone: false }), ['Speaker 1'])
  assert.deepEqual(await speakers(two, own), ['Speaker 1', 'Speaker 2'], 'two voices')
  assert.deepEqual(await speakers([{ ...one[0]!, speaker: 'Ada Moreau' }], own), ['Ada Moreau'], 'a name')
  const event = { event_guid: 'evt1_20260105T090000Z' }
  assert.deepEqual(await speakers(one, { ...own, ...event }), ['Speaker 1'], 'others were invited')
  const guest = { participants: [{ name: 'Gil' }] }
  assert.deepEqual(await speakers(one, { ...own, ...guest }), ['Speaker 1'], 'a guest')
  const told = { consent: { text: 'Recorded', told: ['Gil'] } }
  assert.deepEqual(await speakers(one, { ...own, ...told }), ['Speaker 1'], 'somebody was told')
  const body = { title: 'Call', url: 'https://a.test/b.mp3', own_microphone: 'yes' }
  const wrong = await it.world.post('/api/v1/recordings/upload', keys.bo, body)
  assert.equal(wrong.status, 400)
  assert.match(wrong.text, /body\.own_microphone/)
})
