/** What an operator sees of deliveries: numbers at /metrics, and a stalled worker at /readyz. */
// In a third of the runs: it waits for time limits.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { acme, keys } from '../../../test/support/acme.ts'
import { batchOf } from '../../../test/support/event-batch.ts'
import { type Outside, openOutside } from '../../../test/support/outside.ts'
import { type Answering, echo } from '../../../test/support/receiver.ts'
import { openWorld, type World } from '../../../test/support/world.ts'
import { buildHealth } from '../../app/api.ts'
import { createDeliverer, startWorker } from '../../app/worker.ts'
import { announce } from '../announce/announce.ts'
import { measureAttempts, watchMessages } from './delivery-metrics.ts'

let outside: Outside
let world: World
before(async () => {
  outside = await openOutside()
})
after(() => outside[Symbol.asyncDispose]())
beforeEach(async () => {
  outside.receiver.received.length = 0
  outside.receiver.answering = echo
  world = await openWorld(outside.settings, { anew: true })
  const [first, ...others] = acme()
  await world.load({ ...first, webhooks: [{ id: 'wh_1', owner: 'u_ada', url: outside.receiver.url() }] }, ...others)
})
afterEach(() => world[Symbol.asyncDispose]())

let announced = 0
const announceNext = () =>
  world.db.transaction().execute((tx) => announce(tx, world.base.clock(), batchOf({ keys: [`event ${announced++}`] })))

/** The value of a line of /metrics. */
async function metric(name: string): Promise<number> {
  const { text } = await world.get('/metrics')
  const line = text.split('\n').find((each) => each.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1) ?? Number.NaN)
}

test('due messages and the age of the oldest are reported, without later and finished ones', async () => {
  watchMessages(world.base)
  const seen = async () => [await metric('webhook_messages_due'), await metric('webhook_oldest_due_age_seconds')]
  assert.deepEqual(await seen(), [0, 0])
  await announceNext()
  world.advance({ seconds: 90 })
  await announceNext()
  assert.deepEqual(await seen(), [2, 90])
  outside.receiver.answering = (_received, response) => response.writeHead(500).end()
  await world.settle()
  assert.deepEqual(await seen(), [0, 0], 'the retries are due in 5 s')
  world.advance({ seconds: 6 })
  assert.deepEqual(await seen(), [2, 1])
})

test('attempts by result, running requests, and the time from the event to the first attempt are reported', async () => {
  const deliverer = createDeliverer(
    world.base,
    { woken: async () => {}, wake() {} },
    measureAttempts(world.base.metrics),
  )
  const inFlight: number[] = []
  const answers: Answering[] = [
    async (_received, response) => {
      inFlight.push(await metric('webhook_requests_in_flight'))
      response.end()
    },
    (_received, response) => response.writeHead(302).end(),
    (_received, response) => response.writeHead(503).end(),
    (_received, response) => response.destroy(),
  ]
  for (const answering of answers) {
    outside.receiver.answering = answering
    await announceNext()
    world.advance({ seconds: 2 })
    await deliverer.deliverDue()
  }
  const results = ['delivered', '3xx', '5xx', 'no_answer']
  const counts = await Promise.all(results.map((result) => metric(`webhook_attempts_total{result="${result}"}`)))
  // The second message was tried again 5 s after its failure, which is not a first attempt.
  assert.deepEqual(counts, [1, 1, 1, 1])
  assert.deepEqual([...inFlight, await metric('webhook_requests_in_flight')], [1, 0])
  assert.equal(await metric('webhook_first_attempt_delay_seconds_count'), 4)
  assert.equal(await metric('webhook_first_attempt_delay_seconds_bucket{le="1"}'), 0)
  assert.equal(await metric('webhook_first_attempt_delay_seconds_bucket{le="2.5"}'), 4)
})

test('the delay of first attempts is reported, without retries, manual attempts, and held or skipped messages', async () => {
  const wakeups = { woken: async () => {}, wake() {} }
  const deliverer = createDeliverer(world.base, wakeups, measureAttempts(world.base.metrics))
  const counted = () => metric('webhook_first_attempt_delay_seconds_count')
  const status = (value: string) => world.patch('/api/v1/webhook/wh_1', keys.adaRegular, { status: value })
  await announceNext()
  await status('inactive')
  await deliverer.deliverDue()
  await announceNext()
  await status('active')
  await world.post('/api/v1/webhook/wh_1/recover', keys.adaRegular, { since: '2026-01-01' })
  while ((await deliverer.deliverDue()) > 0);
  assert.deepEqual([outside.receiver.received.length, await counted()], [2, 0], 'one was held, one was skipped')
  world.advance({ seconds: 1 })
  await announceNext()
  const [{ id }] = (await world.get('/api/v1/webhook/wh_1/deliveries', keys.adaRegular)).body.deliveries.data
  await world.post(`/api/v1/webhook/wh_1/delivery/${id}/resend`, keys.adaRegular)
  await deliverer.deliverDue()
  assert.deepEqual([outside.receiver.received.length, await counted()], [3, 0], 'by hand')
  await announceNext()
  await deliverer.deliverDue()
  assert.deepEqual([outside.receiver.received.length, await counted()], [4, 1])
})

test('a number that cannot be read is NaN, and the other numbers are reported', async () => {
  world.base.metrics.gauge('lost', 'Lost.', () => Promise.reject(new Error('away')))
  assert.match((await world.get('/metrics')).text, /^lost Nan$/im)
  assert((await metric('process_start_time_seconds')) > 0)
})

test('/readyz: 503 only after nothing was claimed for 60 s although something is due', async () => {
  const asleep = Promise.withResolvers<void>()
  const claimedOnce = Promise.withResolvers<void>()
  const wakeups = {
    woken: () => {
      claimedOnce.resolve()
      return asleep.promise
    },
    wake: () => asleep.resolve(),
  }
  const deliverer = createDeliverer(world.base, wakeups)
  world.base.readiness.addCheck((db) => deliverer.stall(db))
  deliverer.start()
  await claimedOnce.promise
  const readiness = async () => {
    const { status, body } = await world.get('/readyz')
    return [status, body.message]
  }
  world.advance({ seconds: 60 })
  assert.deepEqual(await readiness(), [200, undefined], 'nothing is due')
  world.advance({ seconds: -1 })
  await announceNext()
  assert.deepEqual(await readiness(), [200, undefined], '59 s')
  world.advance({ seconds: 1 })
  assert.deepEqual(await readiness(), [503, 'No message was claimed for 60 s although some are due'])
  await deliverer.stop()
})

test('/readyz: 503 after attempts could not be stored for 60 s; nothing is sent in the meantime', async () => {
  const { db } = world.base
  let failures = 0
  const log = pino({}, { write: () => void failures++ })
  const failed = async (times: number) => {
    while (failures < times) await setTimeout(10)
  }
  const deliverer = createDeliverer({ ...world.base, log }, { woken: () => setTimeout(10), wake() {} })
  world.base.readiness.addCheck((db) => deliverer.stall(db))
  await sql`alter table attempts rename to attempts_elsewhere`.execute(db)
  await announceNext()
  deliverer.start()
  // A claim that was under way at the first failure has ended by the third.
  await failed(3)
  world.advance({ seconds: 59 })
  await announceNext()
  assert.equal((await world.get('/readyz')).status, 200)
  world.advance({ seconds: 1 })
  const { status, body } = await world.get('/readyz')
  assert.deepEqual([status, body.message], [503, 'What came of attempts could not be written down for 60 s'])
  await failed(failures + 2)
  assert.equal(outside.receiver.received.length, 1)

  await sql`alter table attempts_elsewhere rename to attempts`.execute(db)
  const delivered = async () =>
    (await db.selectFrom('messages').select('id').where('status', '=', 'delivered').execute()).length
  while ((await delivered()) < 2) await setTimeout(10)
  assert.equal((await world.get('/readyz')).status, 200)
  await deliverer.stop()
})

test('a process with only a worker answers an operator’s requests and no others', async () => {
  const worker = await startWorker(world.base)
  const { api, close } = await buildHealth(world.base)
  const origin = await api.listen({ port: 0, host: '127.0.0.1' })
  const status = async (path: string, method = 'GET') => (await fetch(origin + path, { method })).status
  assert.deepEqual([await status('/healthz'), await status('/readyz'), await status('/api/v1/me')], [200, 200, 404])
  assert.equal(await status('/healthz', 'POST'), 405)
  const text = await (await fetch(`${origin}/metrics`)).text()
  assert.match(text, /^webhook_messages_due 0$/m)
  assert.match(text, /^jobs_waiting\{queue="forget-deliveries"\} 0$/m)
  await close()
  await worker.close()
})

test('metric names follow the rule of Prometheus: all counters, and nothing else, end in _total', async () => {
  const { text } = await world.get('/metrics')
  const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => ({ name: name!, type }))
  assert(types.length > 20)
  for (const { name, type } of types) assert.equal(name.endsWith('_total'), type === 'counter', `${name} is a ${type}`)
})
