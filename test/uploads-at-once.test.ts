/** STT_PROCESSES: so many recordings are transcribed at once, however many the jobs are. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backgroundJobs } from '../server/app/worker.ts'
import { createTranscriber } from '../server/making/engines/create.ts'
import { processUploadJob } from '../server/making/uploads/upload-source.ts'
import { Jobs } from '../server/platform/jobs/jobs.ts'
import { keys } from './support/acme.ts'
import { openMediaWorld } from './support/media-world.ts'
import { waitFor } from './support/waiting.ts'

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
  const jobs = new Jobs(base.databaseUrl, base.log, { worker: base.processConnection })
  await using _stopped = { [Symbol.asyncDispose]: () => jobs.stop() }
  await jobs.work(
    backgroundJobs(base).filter(({ name }) => name === processUploadJob),
    base.clock,
  )
  await waitFor(() => running === 4)
  goOn.resolve()
  for (const [id, key] of ids) await waitFor(async () => (await here.upload(id, key)).status === 'FAILED')
  assert.equal(most, 4)
})
