/** How far an upload is, while it is PENDING (decision 28). */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { OnProgress } from '../server/making/engines/shared/engines.ts'
import { EngineError } from '../server/platform/errors.ts'
import { keys } from './support/acme.ts'
import { type MediaWorld, openMediaWorld, readAloud, words } from './support/media-world.ts'

let here: MediaWorld
before(async () => {
  here = await openMediaWorld()
})
after(() => here[Symbol.asyncDispose]())

/** Waits until the upload has this progress. */
async function waitFor(id: string, progress: object): Promise<void> {
  for (;;) {
    const upload = await here.upload(id)
    if (JSON.stringify(upload.progress) === JSON.stringify(progress)) return
    assert.equal(upload.status, 'PENDING')
    await pause(20)
  }
}

test('the share of a transcription is told as it grows, not in tiny steps, and is gone at the end', async () => {
  const { promise: transcribing, resolve: begin } = Promise.withResolvers<OnProgress>()
  const { promise: finishing, resolve: finish } = Promise.withResolvers<void>()
  here.world.base.engines.transcriber = {
    async transcribe(media, hints, signal, options) {
      begin(options!.onProgress!)
      await finishing
      return readAloud.transcribe(media, hints, signal)
    },
  }
  const id = await here.submit()
  assert.deepEqual((await here.upload(id)).progress, { stage: 'fetching', done: null })
  const settled = here.world.settle()
  const tell = await transcribing
  assert.deepEqual((await here.upload(id)).progress, { stage: 'transcribing', done: null })
  tell(0.25)
  await waitFor(id, { stage: 'transcribing', done: 0.25 })
  tell(0.255)
  tell(0.1)
  await pause(50)
  assert.deepEqual((await here.upload(id)).progress, { stage: 'transcribing', done: 0.25 })
  tell(1.2)
  await waitFor(id, { stage: 'transcribing', done: 1 })
  const { body } = await here.world.post('/api/v1/recordings/upload/list', keys.bo, {})
  const listed = body.uploads.data.find(({ recording_id }: { recording_id: string }) => recording_id === id)
  assert.deepEqual(listed.progress, { stage: 'transcribing', done: 1 })
  finish()
  await settled
  const { status, progress } = await here.upload(id)
  assert.deepEqual([status, progress], ['SUCCESS', undefined])
})

test('a download tells its share if its length is known; a failed try begins anew', async () => {
  here.world.base.engines.transcriber = {
    async transcribe(_media, _hints, _signal, options) {
      options!.onProgress!(0.5)
      await pause(100)
      throw new EngineError('The service is busy', { retryable: true })
    },
  }
  const { promise: halfSent, resolve: sent } = Promise.withResolvers<() => void>()
  here.receiver.answering = (_, response) => {
    response.setHeader('content-length', words.length)
    response.write(words.slice(0, words.length / 2))
    sent(() => response.end(words.slice(words.length / 2)))
  }
  const id = await here.submit()
  const settled = here.world.settle()
  const sendRest = await halfSent
  await waitFor(id, { stage: 'fetching', done: 0.5 })
  sendRest()
  await settled
  assert.deepEqual((await here.upload(id)).progress, { stage: 'transcribing', done: null })
})
