/** What a worker does at once: STT_PROCESSES recordings are transcribed, and nothing that has its words waits for them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Base } from '../server/app/base.ts'
import { backgroundJobs } from '../server/app/worker.ts'
import { createTranscriber } from '../server/making/engines/create.ts'
import { processUploadJob, writeUploadJob } from '../server/making/uploads/upload-source.ts'
import { Jobs } from '../server/platform/jobs/jobs.ts'
import { keys } from './support/acme.ts'
import { openMediaWorld, readAloud } from './support/media-world.ts'
import { waitFor } from './support/waiting.ts'

/** A worker that does what uploads need. */
async function processUploads(base: Base) {
  const jobs = new Jobs(base.databaseUrl, base.log, { worker: base.processConnection })
  const ofUploads = [processUploadJob, writeUploadJob]
  await jobs.work(
    backgroundJobs(base).filter(({ name }) => ofUploads.includes(name)),
    base.clock,
  )
  return { [Symbol.asyncDispose]: () => jobs.stop() }
}

test('four recordings are transcribed at once if the setting says so, and the fifth waits', async () => {
  await using here = await openMediaWorld({ STT_PROCESSES: '4' })
  const { base } = here.world
  const goOn = Promise.withResolvers<void>()
  let [running, most] = [0, 0]
  const models = { name: 'none', words: {}, detector: '', speakers: null }
  // The files are verified in the turn of a recording, so this stands for the work.
  const verify = async () => {
    most = Math.max(most, ++running)
    await goOn.promise
    running--
    return ['It is none.']
  }
  base.engines.transcriber = createTranscriber(base.config, base.log, async () => ({
    models,
    bytes: 0,
    version: '1',
    verify,
  }))
  const owners = [keys.bo, keys.bo, keys.ada, keys.ada, keys.ada, keys.bo]
  const ids = await Promise.all(owners.map(async (key) => [await here.submit({}, key), key] as const))
  await using _worker = await processUploads(base)
  await waitFor(() => running === 4)
  goOn.resolve()
  for (const [id, key] of ids) await waitFor(async () => (await here.upload(id, key)).status === 'FAILED')
  assert.equal(most, 4)
})

test('an upload with its transcript does not wait for the recordings before it', async () => {
  await using here = await openMediaWorld()
  const { base } = here.world
  const goOn = Promise.withResolvers<void>()
  let begun = 0
  base.engines.transcriber = {
    async transcribe(...order) {
      begun++
      await goOn.promise
      return readAloud.transcribe(...order)
    },
  }
  const owners = [keys.bo, keys.bo, keys.adaRegular, keys.adaRegular]
  const ids = await Promise.all(owners.map(async (key) => [await here.submit({}, key), key] as const))
  await using _worker = await processUploads(base)
  await waitFor(() => begun === 2)
  const transcript = { speech_segments: [{ text: 'Good morning.', start_time: 0, end_time: 1 }] }
  const written = await here.submit({ url: undefined, transcript })
  await waitFor(async () => (await here.upload(written)).status === 'SUCCESS')
  assert.equal(begun, 2, 'all recordings still wait or are being transcribed')
  goOn.resolve()
  for (const [id, key] of ids) await waitFor(async () => (await here.upload(id, key)).status === 'SUCCESS')
})
