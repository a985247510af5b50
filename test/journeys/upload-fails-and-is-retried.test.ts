/** Bo sends a call whose server is down: it is tried again, fails with a sentence, and succeeds when he sends it anew. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { keys } from '../support/acme.ts'
import { type MediaWorld, openMediaWorld, words } from '../support/media-world.ts'
import { type Answering, openReceiver, type Receiver } from '../support/receiver.ts'

let here: MediaWorld
let program: Receiver
before(async () => {
  here = await openMediaWorld()
  program = await openReceiver()
  const url = program.url('/bo')
  await here.world.post('/api/v1/webhook', keys.bo, { url, enabled_events: ['ai_note.generated'] })
  program.received.length = 0
})
after(async () => {
  await here[Symbol.asyncDispose]()
  await program[Symbol.asyncDispose]()
})

const answers =
  (status: number): Answering =>
  (_received, response) =>
    response.writeHead(status).end()
const works: Answering = (_received, response) => response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(words)
const outcome = async (id: string) => {
  const { status, failure_reason } = await here.upload(id)
  return [status, failure_reason]
}

async function later(seconds: number) {
  here.world.advance({ seconds })
  await here.world.settle()
}

test('the server of the call is down: Minutebook tries again four times, and then gives the reason', async () => {
  here.receiver.answering = answers(503)
  const id = await here.processed({ title: 'Pricing' })
  for (const seconds of [5, 30, 120]) {
    await later(seconds)
    assert.deepEqual(await outcome(id), ['PENDING', null])
  }
  await later(300)
  assert.deepEqual(await outcome(id), ['FAILED', 'The media server answered 503'])
  assert.equal(here.receiver.received.length, 5)
  assert.equal(await here.recording(id), undefined, 'what failed is no recording')
  assert.deepEqual(program.received, [], 'and nobody is told of it')
})

let id: string

test('Bo sends it again; the server fails once, and then returns the call', async () => {
  here.receiver.answering = answers(502)
  id = await here.processed({ title: 'Pricing' })
  assert.deepEqual(await outcome(id), ['PENDING', null])
  here.receiver.answering = works
  await later(5)
  assert.deepEqual(await outcome(id), ['SUCCESS', null])
})

test('its transcript can be read and its media played, and Bo’s program gets the event', async () => {
  const { transcript, media_url } = await here.recording(id)
  assert.equal(transcript.speech_segments[0].text, words.slice(0, 1_000))
  const { pathname, search } = new URL(media_url)
  assert.equal((await here.world.get(`${pathname}${search}`)).text, words)
  assert.deepEqual(
    program.received.map(({ body }) => JSON.parse(body).event_type),
    ['ai_note.generated'],
  )
})
