/** What /metrics says of answers that were cut off and of waits for connections. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { acme, keys } from './support/acme.ts'
import { waitFor } from './support/waiting.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
let url: string
before(async () => {
  world = await openWorld()
  await world.load(...acme())
  url = await world.api.api.listen({ port: 0, host: '127.0.0.1' })
})
after(() => world[Symbol.asyncDispose]())

/** The number at the end of the line that begins so; 0 without such a line. */
async function read(start: string): Promise<number> {
  const { text } = await world.get('/metrics')
  const line = text.split('\n').find((each: string) => each.startsWith(`${start} `))
  return Number(line?.slice(start.length + 1) ?? 0)
}

test('a response whose client disconnects is counted as cut, a finished one is not', async () => {
  const cutOf = (route: string) => `http_answers_cut_total{method="GET",route="${route}"}`
  const cut = cutOf('/api/v1/events')
  // Other files of the process use the same service.
  const [before, others] = [await read(cut), await read(cutOf('/api/v1/me'))]
  const leaving = new AbortController()
  const headers = { 'x-api-key': keys.bo }
  const answer = await fetch(`${url}/api/v1/events`, { headers, signal: leaving.signal })
  assert.equal(answer.status, 200)
  assert.equal(await read(cut), before)
  leaving.abort()
  await waitFor(async () => (await read(cut)) === before + 1)
  await (await fetch(`${url}/api/v1/me`, { headers })).text()
  assert.equal(await read(cutOf('/api/v1/me')), others)
})

test('each use of a pool connection is counted with its wait, by pool', async () => {
  const requests = 'database_connection_wait_seconds_count{pool="requests"}'
  const began = await read(requests)
  await world.post('/api/v1/notes', keys.bo, {})
  assert((await read(requests)) > began)
})

test('the metrics have the delay of the event loop', async () => {
  assert.match((await world.get('/metrics')).text, /^nodejs_eventloop_lag_p99_seconds \d/m)
})
