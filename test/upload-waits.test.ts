/** Media without a transcription service: an upload that may wait is kept, and goes on when there is one (decision 27). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { backgroundJobs } from '../server/app/worker.ts'
import { NoTranscriberError } from '../server/making/engines/shared/engines.ts'
import { wakeUploadsJob } from '../server/making/uploads/wait-for-transcriber.ts'
import { keys } from './support/acme.ts'
import { type MediaWorld, openMediaWorld, readAloud, words } from './support/media-world.ts'

let here: MediaWorld
before(async () => {
  here = await openMediaWorld()
})
after(() => here[Symbol.asyncDispose]())
beforeEach(() => setTranscriber(null))

const setTranscriber = (transcriber: typeof readAloud | null) => {
  here.world.base.engines.transcriber = transcriber
}

const stageOf = async (id: string) => {
  const { status, progress } = await here.upload(id)
  return [status, progress?.stage]
}

/** As the worker does each minute. */
async function wake(): Promise<void> {
  await backgroundJobs(here.world.base)
    .find(({ name }) => name === wakeUploadsJob)!
    .run(null)
  await here.world.settle()
}

/** @returns the status of the answer, and the id of the upload */
async function sendFile(metadata: Record<string, string>) {
  const texts = Object.entries(metadata).map(([name, value]) => `${name} ${btoa(value)}`)
  const headers = {
    'tus-resumable': '1.0.0',
    'content-type': 'application/offset+octet-stream',
    'upload-length': String(words.length),
    'upload-metadata': texts.join(),
  }
  const answer = await here.world.post('/api/v1/recordings/upload/tus', keys.bo, words, { headers })
  return { status: answer.status, body: answer.body, id: String(answer.headers.location).split('/').at(-1)! }
}

test('a file waits for a service, says so, and is transcribed within a minute after there is one', async () => {
  const { status, id } = await sendFile({ title: 'Call', may_wait: 'true' })
  assert.equal(status, 201)
  await here.world.settle()
  assert.deepEqual(await stageOf(id), ['PENDING', 'waiting'])
  await wake()
  assert.deepEqual(await stageOf(id), ['PENDING', 'waiting'], 'there is no service yet')
  setTranscriber(readAloud)
  await wake()
  assert.deepEqual(await stageOf(id), ['SUCCESS', undefined])
  assert.match((await here.recording(id)).transcript.speech_segments[0].text, /^Good morning/)
})

test('media from an address are fetched at once, as the address may not last, and wait then', async () => {
  const before = here.receiver.received.length
  const id = await here.processed({ may_wait: true })
  assert.deepEqual(await stageOf(id), ['PENDING', 'waiting'])
  setTranscriber(readAloud)
  await wake()
  assert.deepEqual(await stageOf(id), ['SUCCESS', undefined])
  assert.equal(here.receiver.received.length, before + 1)
})

test('one that was sent while there was a service waits too if it is taken away, however often', async () => {
  setTranscriber(readAloud)
  const id = await here.submit({ may_wait: true })
  setTranscriber(null)
  await here.world.settle()
  assert.deepEqual(await stageOf(id), ['PENDING', 'waiting'])
  // Its models are removed between the look of the job and the turn of the recording.
  setTranscriber({ isReady: async () => true, transcribe: async () => Promise.reject(new NoTranscriberError()) })
  await wake()
  assert.deepEqual(await stageOf(id), ['PENDING', 'waiting'])
  setTranscriber(readAloud)
  await wake()
  assert.deepEqual(await stageOf(id), ['SUCCESS', undefined])
})

test('without may_wait media are refused as before, and a wrong value is named', async () => {
  for (const metadata of [{}, { may_wait: 'false' }] as Record<string, string>[])
    assert.equal((await sendFile({ title: 'Call', ...metadata })).status, 422)
  for (const may_wait of ['yes', '1', '"true"']) {
    const { status, body } = await sendFile({ title: 'Call', may_wait })
    assert.deepEqual([status, body.errors[0].location], [400, 'metadata.may_wait'], may_wait)
  }
  await assert.rejects(here.submit({ may_wait: false }), /No transcription service is configured/)
  await assert.rejects(here.submit({ may_wait: 'true' }), /body\.may_wait/)
})

test('a workspace that is moved elsewhere keeps its waiting uploads as they are', async () => {
  const id = await here.processed({ may_wait: true })
  await here.world.db
    .insertInto('frozen_workspaces')
    .values({ workspace_id: 'ws_acme', state: 'frozen', freeze_id: randomUUID(), since: here.world.base.clock() })
    .execute()
  setTranscriber(readAloud)
  await wake()
  assert.deepEqual(await stageOf(id), ['PENDING', 'waiting'])
  await here.world.db.deleteFrom('frozen_workspaces').execute()
  await wake()
  assert.deepEqual(await stageOf(id), ['SUCCESS', undefined])
})
