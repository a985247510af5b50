/** Workers: their rate limits, how they share the work, and what is left when they die or are stopped. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'
import { policy, useDelivery } from '../../../test/support/delivery.ts'
import { Wakeups } from '../../platform/postgres/wakeups.ts'
import { messagesNotifyChannel } from '../announce/wake.ts'
import { maxBytesOfWebhook } from './message-memory.ts'

const on = useDelivery()
const { deliverer, enqueue, deliverAll, messages, attempts } = on

test('at most 10 messages are sent in a second, and none is dropped; another webhook has its own limit', async () => {
  await enqueue(35, 'wh_1')
  await enqueue(5, 'wh_2')
  const seconds = await deliverAll()
  assert.equal(seconds.filter((second) => second === 0).length, 15)
  assert.equal(seconds.length, 40)
  const first = on.receiver.received.map(({ path }, index) => ({ path, second: seconds[index]! }))
  const times = first.filter(({ path }) => path === '/wh_1').map(({ second }) => second)
  for (let index = 10; index < times.length; index++) assert(times[index]! - times[index - 10]! >= 1)
  assert((await messages()).every(({ status, attempts }) => status === 'delivered' && attempts === 1))
})

for (const [connectSeconds, connection] of [
  [0.06, 'keep-alive'],
  [0.4, 'keep-alive'],
  [1.5, 'keep-alive'],
  [0.4, 'close'],
  [1.5, 'close'],
] as const) {
  test(`at most 10 messages are sent in a second although connections take ${connectSeconds} s (${connection})`, async () => {
    // The clock may advance while a request is on its way, so the times of the sender count: in its log and its signature.
    const received: { id: unknown; timestamp: number }[] = []
    let opened = 0
    on.receiver.connecting = () => {
      // Of the connections that begin together only the first one takes time.
      if (opened++ % 10 === 0) on.world.advance({ seconds: connectSeconds })
    }
    on.answers = [
      ({ headers }, response) => {
        received.push({ id: headers['hook-id'], timestamp: Number(headers['hook-timestamp']) })
        response.writeHead(200, { connection }).end()
      },
    ]
    await enqueue(35)
    await deliverAll(deliverer(), 0.1)
    assert((await messages()).every(({ status, attempts }) => status === 'delivered' && attempts === 1))
    const sent = new Map((await attempts()).map(({ message_id, sent_at }) => [message_id, sent_at.getTime()]))
    const times = [...sent.values()].sort((a, b) => a - b)
    for (let index = 10; index < times.length; index++) assert(times[index]! - times[index - 10]! >= 1_000, `${times}`)
    for (const { id, timestamp } of received) assert.equal(timestamp, Math.floor(sent.get(id as string)! / 1_000))
  })
}

test('messages are sent within the rate limit, also with a slow database and with large messages', async () => {
  await enqueue(25)
  // Each statement takes longer than a rate slot is valid, and each byte that is read takes time too.
  const slow: KyselyPlugin = {
    transformQuery: ({ node }) => {
      on.world.advance({ seconds: 0.06 })
      return node
    },
    transformResult: async ({ result }) => {
      on.world.advance({ seconds: result.rows.filter(({ body }) => body).length / 10 })
      return result
    },
  }
  const engine = deliverer({}, undefined, on.world.db.withPlugin(slow))
  const seconds = await deliverAll(engine, 0.02)
  assert.equal(seconds.length, 25)
  assert((await messages()).every(({ status, attempts }) => status === 'delivered' && attempts === 1))
  for (let index = 10; index < seconds.length; index++) assert(seconds[index]! - seconds[index - 10]! >= 1)
})

test('a process has few large bodies in memory at a time; a webhook that has used its share delays no other', async () => {
  const bytes = 6_000_000
  await enqueue(5, 'wh_1', 'x'.repeat(bytes))
  await enqueue(5, 'wh_2')
  const largeAtOnce: number[] = []
  let large = 0
  const two = Promise.withResolvers<void>()
  on.answers = [
    async ({ path }, response) => {
      if (path === '/wh_1') {
        largeAtOnce.push(++large)
        if (large === 2) two.resolve()
        await two.promise
        await setTimeout(20)
        large--
      }
      response.end()
    },
  ]
  const engine = deliverer({ perSecond: 0 })
  await engine.deliverDue()
  assert.deepEqual([on.receiver.received.length, Math.max(...largeAtOnce)], [7, 2])
  await deliverAll(engine, 0.1)
  assert.equal(Math.max(...largeAtOnce), Math.floor(maxBytesOfWebhook / bytes))
  assert((await messages()).every(({ status, attempts }) => status === 'delivered' && attempts === 1))
})

test('messages are sent although those that are held cannot be released', async () => {
  await enqueue()
  let failures = 0
  const claimed = Promise.withResolvers<void>()
  const failedAgain = Promise.withResolvers<void>()
  const failing: KyselyPlugin = {
    transformQuery({ node }) {
      if (!JSON.stringify(node).includes('with recursive holding')) return node
      if (++failures === 2) failedAgain.resolve()
      throw new Error('The database refused it')
    },
    transformResult: async ({ result }) => result,
  }
  on.answers = [
    (_received, response) => {
      claimed.resolve()
      response.end()
    },
  ]
  const engine = deliverer({}, { woken: async () => {}, wake() {} }, on.world.db.withPlugin(failing))
  engine.start()
  // The clock stands, so the next check is not due before the claim.
  await Promise.race([claimed.promise, failedAgain.promise])
  await engine.stop()
  assert.deepEqual([on.receiver.received.length, failures], [1, 1])
})

test('two workers share the work: each message is sent once', async () => {
  await enqueue(40, 'wh_1')
  await enqueue(40, 'wh_2')
  const [one, other] = [deliverer({ perSecond: 0 }), deliverer({ perSecond: 0 })]
  await Promise.all([one.deliverDue(), other.deliverDue(), one.deliverDue(), other.deliverDue()])
  await one.deliverDue()
  const ids = on.receiver.received.map(({ headers }) => headers['hook-id'])
  assert.deepEqual([ids.length, new Set(ids).size], [80, 80])
})

test('after its claim ends, another worker sends a dead worker’s message; a late response is only logged', async () => {
  const hanging = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  on.answers = [
    async (_received, response) => {
      arrived.resolve()
      await hanging.promise
      response.writeHead(500).end('late')
    },
    200,
  ]
  await enqueue()
  const slow = deliverer().deliverDue()
  await arrived.promise
  const other = deliverer()
  assert.equal(await other.deliverDue(), 0)
  on.world.advance({ seconds: policy.leaseSeconds })
  await other.deliverDue()
  assert.equal((await messages())[0]!.status, 'delivered')
  hanging.resolve()
  await slow
  const [message] = await messages()
  assert.deepEqual([message!.status, message!.attempts, message!.failures], ['delivered', 2, 0])
  assert.deepEqual([message!.last_status_code, (await on.webhook()).failing_since], [200, null])
  assert.deepEqual(
    (await attempts()).map(({ number, status_code }) => [number, status_code]),
    [
      [1, 200],
      [2, 500],
    ],
  )
})

test('a message that is emptied during its first attempt keeps the status code of that attempt', async () => {
  on.answers = [
    async (_received, response) => {
      await on.world.db
        .updateTable('messages')
        .set({ status: 'cancelled', claim: null, next_attempt_at: null })
        .execute()
      response.writeHead(204).end()
    },
  ]
  await enqueue()
  await deliverer().deliverDue()
  const [message] = await messages()
  assert.deepEqual([message!.status, message!.attempts, message!.last_status_code], ['cancelled', 1, 204])
})

test('a webhook that hangs holds few messages: those whose slot has passed are given back, to make room for others', async () => {
  const go = Promise.withResolvers<void>()
  on.answers = [
    async (_received, response) => {
      await go.promise
      response.end()
    },
  ]
  await enqueue(100)
  const engine = deliverer({}, { woken: () => setTimeout(10), wake() {} })
  engine.start()
  const underWay = 20
  const claims = async () => (await messages()).filter(({ claim }) => claim !== null).length
  while (on.receiver.received.length < underWay) {
    on.world.advance({ seconds: 1.1 })
    await setTimeout(100)
  }
  for (let second = 0; second < 6; second++) {
    on.world.advance({ seconds: 1.1 })
    await setTimeout(300)
  }
  assert.equal(on.receiver.received.length, underWay)
  assert((await claims()) <= underWay + policy.perSecond, String(await claims()))
  go.resolve()
  await engine.stop()
  assert((await messages()).every(({ attempts, claim }) => attempts <= 1 && claim === null))
})

test('the commit of a message wakes a running worker; a stop waits for running requests', async () => {
  const wakeups = new Wakeups(on.world.base.processConnection, messagesNotifyChannel)
  await wakeups.start()
  const engine = deliverer({}, wakeups)
  engine.start()
  const arrived = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  on.answers = [
    async (_received, response) => {
      arrived.resolve()
      await go.promise
      response.end()
    },
  ]
  await enqueue()
  await arrived.promise
  const stopped = engine.stop()
  await enqueue()
  go.resolve()
  await stopped
  wakeups.stop()
  assert.deepEqual((await messages()).map(({ status, claim }) => `${status} ${claim}`).sort(), [
    'delivered null',
    'pending null',
  ])
})

test('a stop at any moment of a batch leaves nothing half done', async () => {
  for (const count of [1, 7, 40]) {
    await enqueue(count)
    const engine = deliverer({ perSecond: 0 })
    engine.start()
    const before = on.receiver.received.length
    while (on.receiver.received.length === before) await setImmediate()
    await engine.stop()
    assert((await messages()).every(({ claim }) => claim === null))
  }
})

test('a stop gives back unsent messages at once, and those that take too long without counting an attempt', async () => {
  const arrived = Promise.withResolvers<void>()
  let count = 0
  on.answers = [() => void (++count === 20 && arrived.resolve())]
  await enqueue(25)
  const engine = deliverer({ perSecond: 0 })
  engine.start()
  await arrived.promise
  const claims = async () => (await messages()).filter(({ claim }) => claim !== null).length
  const giveUp = new AbortController()
  const stopped = engine.stop(giveUp.signal)
  while ((await claims()) > 20) await setTimeout(10)
  assert.equal(await claims(), 20)
  giveUp.abort()
  await stopped
  const now = on.world.base.clock()
  assert(
    (await messages()).every(
      ({ claim, attempts, next_attempt_at }) => !claim && !attempts && +next_attempt_at! <= +now,
    ),
  )
  assert.deepEqual([await attempts(), (await on.webhook()).failing_since], [[], null])

  on.answers = [200]
  await deliverer({ perSecond: 0 }).deliverDue()
  assert((await messages()).every(({ status, attempts }) => status === 'delivered' && attempts === 1))
})
