/** Uploads go on as soon as their worker was killed, in real processes; what a living worker does is not begun twice. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import pg from 'pg'
import { type BackEnd, openBackEnd } from './back-end.ts'
import { dataFolder, emptyDatabase } from './program.ts'
import { waitFor } from './waiting.ts'

const limit = { timeout: 180_000 }
const apiReady = /ready at (\S+)/
const workerReady = /The worker is ready/

/** An empty database with a person in it, and a language model that keeps everybody waiting until it is told to answer. */
async function open() {
  const data = await dataFolder()
  const database = await emptyDatabase()
  const answering = Promise.withResolvers<void>()
  const model = await openBackEnd(async () => {
    await answering.promise
    // No notes: the embedded writer makes them.
    return { status: 400 }
  })
  const settings = { ...database.settings, LOG_LEVEL: 'info', LLM_URL: model.url }
  const world = new URL('../demo/world.json', import.meta.url).pathname
  await data.run(['import', world], settings)
  const [workspace] = JSON.parse(await readFile(world, 'utf8')).workspaces
  const wanted = ['--workspace', workspace.subdomain, '--user', workspace.users[0].email]
  const { out } = await data.run(['key', 'create', ...wanted], settings)
  const client = new pg.Client({ connectionString: settings.DATABASE_URL })
  await client.connect()
  const key = out.trim()
  return {
    start: (command: string, until: RegExp) => data.start(command, until, settings),
    model,
    answer: answering.resolve,
    client,
    /** Begins an upload. @returns its id */
    async submit(origin: string, title: string): Promise<string> {
      const speech_segments = [{ speaker: 'Ada', text: 'I will send the deck.', start_time: 0, end_time: 2 }]
      const answer = await fetch(`${origin}/api/v1/recordings/upload`, {
        ...{ method: 'POST', headers: { 'x-api-key': key, 'content-type': 'application/json' } },
        body: JSON.stringify({ title, transcript: { language_code: 'en', speech_segments } }),
      })
      assert.equal(answer.status, 201, await answer.clone().text())
      return ((await answer.json()) as { recording_id: string }).recording_id
    },
    async statusOf(origin: string, id: string): Promise<string> {
      const answer = await fetch(`${origin}/api/v1/recordings/upload/${id}`, { headers: { 'x-api-key': key } })
      return ((await answer.json()) as { upload: { status: string } }).upload.status
    },
    /** From now on no job that was begun is found by its heartbeat within a day. */
    withoutHeartbeat: () => client.query(`update pgboss.job set heartbeat_seconds = 86400 where state = 'active'`),
    async [Symbol.asyncDispose]() {
      answering.resolve()
      await client.end()
      await data[Symbol.asyncDispose]()
      await model[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}

const originOf = ({ output }: { output: { text: string } }) => apiReady.exec(output.text)![1]!
const timesAsked = ({ asked }: BackEnd, title: string) => asked.filter(({ body }) => body.includes(title)).length

test('kill -9 amid an upload, and a new start: it goes on, and no fault was counted', limit, async () => {
  await using here = await open()
  const first = await here.start('serve', apiReady)
  const id = await here.submit(originOf(first), 'Left behind')
  await waitFor(() => timesAsked(here.model, 'Left behind') === 1)
  await here.withoutHeartbeat()
  await first.stop('SIGKILL')
  const second = await here.start('serve', apiReady)
  await waitFor(() => timesAsked(here.model, 'Left behind') === 2)
  const { rows } = await here.client.query('select failures from upload_sources where recording_id = $1', [id])
  assert.deepEqual(rows, [{ failures: 0 }])
  here.answer()
  await waitFor(async () => (await here.statusOf(originOf(second), id)) === 'SUCCESS')
})

test('of two workers one is killed: the other takes over its uploads and keeps its own', limit, async () => {
  await using here = await open()
  const api = await here.start('api', apiReady)
  const origin = originOf(api)
  const killed = await here.start('worker', workerReady)
  const titles = ['First of the killed', 'Second of the killed', 'First of the living', 'Second of the living']
  const ids: string[] = []
  const submit = async (title: string) => {
    ids.push(await here.submit(origin, title))
    await waitFor(() => timesAsked(here.model, title) === 1)
  }
  // A worker does two at a time.
  await submit(titles[0]!)
  await submit(titles[1]!)
  const living = await here.start('worker', workerReady)
  await submit(titles[2]!)
  await here.withoutHeartbeat()
  await killed.stop('SIGKILL')
  await waitFor(() => titles.slice(0, 2).some((title) => timesAsked(here.model, title) === 2))
  // A third worker takes what the second has no hands for, and none of what that is doing.
  await here.start('worker', workerReady)
  await waitFor(() => titles.slice(0, 2).every((title) => timesAsked(here.model, title) === 2))
  await submit(titles[3]!)
  assert.deepEqual(
    titles.map((title) => timesAsked(here.model, title)),
    [2, 2, 1, 1],
  )
  here.answer()
  for (const id of ids) await waitFor(async () => (await here.statusOf(origin, id)) === 'SUCCESS')
  assert.match(living.output.text, /begun again/)
})
