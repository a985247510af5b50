/** Who records is named: alone with one microphone, or where it has a channel; and nobody who only may be meant. */
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

const near: Said[] = [
  { speaker: 'Speaker 1', voice: 2, seconds: 8, channel: 0 },
  { speaker: 'Speaker 2', voice: 3, seconds: 9, channel: 1 },
]
const first = { own_microphone: 'first_channel', event_guid: 'evt1_20260105T090000Z' }

test('the channel of the own microphone has the name of who records, marked as assumed, also where others were invited', async () => {
  await using it = await openVoiceWorld()
  const id = await it.record(near, first)
  assert.deepEqual(await it.speakers(id), ['Bo Lindqvist', 'Speaker 2'])
  const mark = { speaker: 'Bo Lindqvist', before: 'Speaker 1', by: 'microphone' }
  assert.deepEqual((await it.transcript(id)).recognised, [mark])
  assert.equal((await it.rename(id, { 'Bo Lindqvist': 'Speaker 1' })).status, 200)
  assert.equal((await it.transcript(id)).recognised, undefined, 'one change puts it right')
  const alone = await it.record(one, own)
  assert.deepEqual((await it.transcript(alone)).recognised, [mark])
})

test('of two people at one microphone who speaks most is named; nobody else’s channel, voice or name', async () => {
  await using it = await openVoiceWorld()
  const speakers = async (said: Said[], given: object = first) => it.speakers(await it.record(said, given))
  const third = { speaker: 'Speaker 3', voice: 4, seconds: 9, channel: 0 }
  assert.deepEqual(await speakers([...near, third]), ['Speaker 1', 'Speaker 2', 'Bo Lindqvist'])
  assert.deepEqual(await speakers([...near, { ...third, seconds: 7 }]), ['Bo Lindqvist', 'Speaker 2', 'Speaker 3'])
  const asOne = near.map(({ channel: _, ...each }) => each)
  assert.deepEqual(await speakers(asOne), ['Speaker 1', 'Speaker 2'], 'heard as one')
  assert.deepEqual(await speakers(asOne.slice(0, 1)), ['Speaker 1'], 'one voice, which may be of the call')
  assert.deepEqual(await speakers(near.slice(1)), ['Speaker 2'], 'nobody at the microphone')
  const named = [{ ...near[0]!, speaker: 'Ada Moreau' }, near[1]!]
  assert.deepEqual(await speakers(named), ['Ada Moreau', 'Speaker 2'])
  const far = [near[0]!, { ...near[1]!, speaker: 'Bo Lindqvist' }]
  assert.deepEqual(await speakers(far), ['Speaker 1', 'Bo Lindqvist'])
  assert.deepEqual(await speakers(near, { own_microphone: true }), ['Speaker 1', 'Speaker 2'])
})

test('a name that a microphone gave is no proof of a voice: others who may sit there are asked', async () => {
  await using it = await openVoiceWorld()
  await it.switchTo(true)
  const id = await it.record(near, first)
  const { status, body } = await it.give(id, 'Bo Lindqvist')
  assert.equal(status, 200)
  assert.equal(body.voice, null)
  assert.equal(body.claims.length, 1, 'it waits')
})

test('who has a known voice at the microphone has their own name', async () => {
  await using it = await openVoiceWorld()
  await it.switchTo(true)
  const own = await it.record([{ speaker: 'Bo Lindqvist', voice: 3, seconds: 8 }])
  assert.equal((await it.give(own, 'Bo Lindqvist')).status, 200)
  const swapped = [{ ...near[0]!, seconds: 20 }, near[1]!]
  const id = await it.record(swapped, first)
  assert.deepEqual(await it.speakers(id), ['Speaker 1', 'Bo Lindqvist'], 'Bo is heard elsewhere')
})
