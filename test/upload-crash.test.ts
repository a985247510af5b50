/** Uploads continue soon after their worker was killed, in real processes; the work of a living worker does not start twice. */
// In a third of the runs: it kills processes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { acme, keys } from './support/acme.ts'
import { openBackEnd } from './support/back-end.ts'
import { dataFolder } from './support/program.ts'
import { waitFor } from './support/waiting.ts'
import { openWorld } from './support/world.ts'

const limit = { timeout: 180_000 }

/** A world, its workers in separate processes, and a language model that makes them wait. */
async function open(signal: AbortSignal) {
  const data = await dataFolder()
  const world = await openWorld()
  await world.load(...acme())
  const answering = Promise.withResolvers<void>()
  const model = await openBackEnd(async () => {
    await answering.promise
    // No notes: the embedded writer makes them.
    return { status: 400 }
  })
  const settings = { DATABASE_URL: world.base.databaseUrl, SECRET_KEY: '00'.repeat(32), LLM_URL: model.url }
  const until = (isSo: () => boolean | Promise<boolean>) =>
    waitFor(() => {
      signal.throwIfAborted()
      return isSo()
    })
  return {
    world,
    start: (command: string, ready: RegExp) => data.start(command, ready, settings),
    until,
    answer: answering.resolve,
    /** How often the model was called for the upload with this title. */
    requests: (title: string) => model.requests.filter(({ body }) => body.includes(title)).length,
    /** Submits an upload, and waits until a worker processes it. @returns its id */
    async begin(title: string, key = keys.bo): Promise<string> {
      const speech_segments = [{ speaker: 'Bo', text: 'I will send the deck.', start_time: 0, end_time: 2 }]
      const body = { title, transcript: { language_code: 'en', speech_segments } }
      const answer = await world.post('/api/v1/recordings/upload', key, body)
      assert.equal(answer.status, 201, answer.text)
      await until(() => this.requests(title) === 1)
      return answer.body.recording_id
    },
    /** The notes follow the recording. */
    succeeded: async (id: string) =>
      (await world.get(`/api/v1/recording/${id}`, keys.ada)).body.recording?.ai_notes_status === 'written',
    /** No running job expires by its heartbeat within a day. */
    withoutHeartbeat: () =>
      sql`update pgboss.job set heartbeat_seconds = 86400 where state = 'active'`.execute(world.db),
    async [Symbol.asyncDispose]() {
      answering.resolve()
      await data[Symbol.asyncDispose]()
      await model[Symbol.asyncDispose]()
      await world[Symbol.asyncDispose]()
    },
  }
}

const workerReady = /The worker is ready/

test('kill -9 during an upload and a new start: it continues, and no failure is counted', limit, async ({ signal }) => {
  await using here = await open(signal)
  const first = await here.start('serve', workerReady)
  const id = await here.begin('Left behind')
  await here.withoutHeartbeat()
  await first.stop('SIGKILL')
  await here.start('serve', workerReady)
  await here.until(() => here.requests('Left behind') === 2)
  const { failures } = await here.world.db
    .selectFrom('notes_requests')
    .select('failures')
    .where('recording_id', '=', id)
    .executeTakeFirstOrThrow()
  assert.equal(failures, 0)
  here.answer()
  await here.until(() => here.succeeded(id))
})

test('of two workers one is killed: its uploads are taken over, and none of the other’s', limit, async (t) => {
  await using here = await open(t.signal)
  const killed = await here.start('worker', workerReady)
  // A worker processes two at a time, of two people.
  const ids = [await here.begin('First of the killed'), await here.begin('Second of the killed', keys.ada)]
  await here.start('worker', workerReady)
  ids.push(await here.begin('First of the living'))
  await here.withoutHeartbeat()
  await killed.stop('SIGKILL')
  const takenOver = () => [here.requests('First of the killed'), here.requests('Second of the killed')]
  await here.until(() => takenOver().includes(2))
  await here.start('worker', workerReady)
  await here.until(() => takenOver().every((times) => times === 2))
  // The worker that starts this upload has searched for lost jobs many times meanwhile.
  ids.push(await here.begin('Second of the living', keys.ada))
  assert.deepEqual(
    [...takenOver(), here.requests('First of the living'), here.requests('Second of the living')],
    [2, 2, 1, 1],
  )
  here.answer()
  for (const id of ids) await here.until(() => here.succeeded(id))
})
