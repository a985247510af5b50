/** Delivery end to end: messages of a real database to real receivers over TLS, on a clock that is moved. */
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { type KyselyPlugin, sql } from 'kysely'
import { acme } from '../../test/acme.ts'
import { type Answering, openReceiver, type Receiver } from '../../test/receiver.ts'
import { openWorld, type World } from '../../test/world.ts'
import { Outbound } from '../platform/outbound.ts'
import { Wakeups } from '../platform/wakeups.ts'
import { announce } from './announce.ts'
import { attempt } from './attempt.ts'
import { nextDue } from './claim.ts'
import { Deliverer, leaseSeconds } from './deliverer.ts'
import { forgetMessages } from './forget-messages.ts'
import { wakeChannel } from './wake.ts'

const delaysSeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]
const policy = { perSecond: 10, leaseSeconds: leaseSeconds(15), delaysSeconds, disableAfterSeconds: 432_000 }

let world: World
let receiver: Receiver
let outbound: Outbound
let answers: (number | Answering)[] = []

before(async () => {
  receiver = await openReceiver({
    answering: (received, response) => {
      const next = answers.length > 1 ? answers.shift()! : answers[0]!
      if (typeof next === 'function') return next(received, response)
      response.writeHead(next).end('thanks')
    },
  })
  outbound = new Outbound({
    exemptNetworks: ['127.0.0.1/32'],
    ownAddresses: [],
    dnsServers: [],
    userAgent: 'Minutebook',
  })
})
after(async () => {
  await outbound.close()
  await receiver[Symbol.asyncDispose]()
})
beforeEach(async () => {
  world = await openWorld()
  const [first, ...others] = acme() as { id: string }[]
  const webhooks = Object.entries(owners).map(([id, owner]) => ({ id, owner, url: receiver.url(`/${id}`), secret }))
  await world.load({ ...first, webhooks }, ...others)
  receiver.received.length = 0
  answers = [200]
})
afterEach(() => world[Symbol.asyncDispose]())

const owners = { wh_1: 'u_ada', wh_2: 'u_bo' }
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

function deliverer(
  more: Partial<typeof policy> = {},
  wakeups = { woken: async (_ms: number) => {}, wake() {} },
  db = world.db,
): Deliverer {
  const { clock, log, secretKey } = world.base
  const sender = { outbound, clock, secretKey, headerPrefixes: ['hook', 'svix'], timeoutSeconds: 15 }
  return new Deliverer({
    db,
    clock,
    log,
    policy: { ...policy, ...more },
    attempt: (message) => attempt(message, sender),
    wakeups,
  })
}

let told = 0
const tell = (count = 1, webhook: keyof typeof owners = 'wh_1') =>
  world.db.transaction().execute(async (tx) => {
    for (let index = 0; index < count; index++) {
      await announce(tx, world.base.clock(), {
        workspaceId: 'ws_acme',
        type: 'ai_note.generated',
        key: `happening ${told++}`,
        audience: sql<boolean>`webhooks.user_id = ${owners[webhook]}`,
        userBodies: async (ids) => new Map(ids.map((id) => [id, { event_type: 'ai_note.generated', number: told }])),
        workspaceBody: async () => null,
        about: { noteId: 'n_1' },
      })
    }
  })

const messages = () => world.db.selectFrom('messages').selectAll().orderBy('created_at').orderBy('id').execute()
const attempts = () => world.db.selectFrom('attempts').selectAll().orderBy('message_id').orderBy('number').execute()
const webhook = (id = 'wh_1') =>
  world.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Delivers, then moves the clock to what is due next, until nothing is. @returns seconds of each request */
async function deliverAll(engine = deliverer(), hours = 40): Promise<number[]> {
  const start = world.base.clock().getTime()
  const end = start + hours * 3_600_000
  const seconds: number[] = []
  for (;;) {
    const before = receiver.received.length
    const seen = await engine.deliverDue()
    const made = receiver.received.length - before
    seconds.push(...Array<number>(made).fill((world.base.clock().getTime() - start) / 1_000))
    if (seen > 0) continue
    const next = await nextDue(world.db)
    if (!next || next.getTime() > end) return seconds
    world.advance({ seconds: (next.getTime() - world.base.clock().getTime()) / 1_000 })
  }
}

test('an answer of 2xx delivers; the request carries the bytes, the headers of each prefix and a signature', async () => {
  answers = [299]
  await tell()
  await deliverAll()
  const [message] = await messages()
  assert.deepEqual([message!.status, message!.attempts, message!.last_status_code], ['delivered', 1, 299])
  assert.equal(message!.next_attempt_at, null)
  const [request] = receiver.received
  assert.equal(request!.body, String(message!.body))
  assert.equal(request!.headers['content-type'], 'application/json')
  for (const name of ['id', 'timestamp', 'signature']) {
    assert.equal(request!.headers[`hook-${name}`], request!.headers[`svix-${name}`])
  }
  assert.equal(request!.headers['hook-id'], message!.id)
  assert.equal(request!.headers['hook-timestamp'], String(Math.floor(world.base.clock().getTime() / 1_000)))
  const [logged] = await attempts()
  assert.deepEqual(
    [logged!.number, logged!.status_code, logged!.error, logged!.response_body, logged!.manual],
    [1, 299, null, 'thanks', false],
  )
})

test('3.5: attempts at exactly 0, 5, 305, 2105, 9305, 27305, 63305 and 99305 s, then failed', async () => {
  answers = [300, 304, 404, 410, 500, 503, 302, 199 + 301]
  await tell()
  assert.deepEqual(await deliverAll(), [0, 5, 305, 2_105, 9_305, 27_305, 63_305, 99_305])
  const [message] = await messages()
  assert.deepEqual([message!.status, message!.attempts, message!.failures], ['failed', 8, 8])
  assert.equal((await attempts()).length, 8)
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['hook-id'])).size, 1)
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['hook-signature'])).size, 8)
  assert.equal((await webhook()).status, 'active')
})

test('3.5: success on the 4th attempt arrives 35 min 5 s after the first, and ends the failing', async () => {
  answers = [500, 302, 410, 200]
  await tell()
  assert.deepEqual(await deliverAll(), [0, 5, 305, 2_105])
  assert.equal((await messages())[0]!.status, 'delivered')
  assert.equal((await webhook()).failing_since, null)
})

test('no answer is a failure that says why', async () => {
  answers = [(_received, response) => void response.destroy()]
  await tell()
  await deliverer().deliverDue()
  const [logged] = await attempts()
  assert.deepEqual([logged!.status_code, logged!.response_body], [null, null])
  assert.match(logged!.error!, /connection/)
})

test('an endless answer is read to 64 KiB, kept to 16 KiB, and counts by its status', async () => {
  answers = [
    (_received, response) => {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(8_192)));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    },
  ]
  await tell()
  await deliverer().deliverDue()
  assert.equal((await messages())[0]!.status, 'delivered')
  assert.equal((await attempts())[0]!.response_body!.length, 16_384)
})

test('an answer that PostgreSQL cannot hold is kept as far as it can', async () => {
  answers = [(_received, response) => void response.end(Buffer.from([0x61, 0x00, 0xff, 0x62]))]
  await tell()
  await deliverer().deliverDue()
  assert.equal((await attempts())[0]!.response_body, 'a\ufffd\ufffdb')
})

test('6.4: after 5 days of failing, and not before, the webhook is failed and the rest is held', async () => {
  answers = [500]
  const first = world.base.clock().getTime()
  await tell()
  await deliverer().deliverDue()
  for (const [seconds, status] of [
    [431_999, 'active'],
    [432_000, 'failed'],
  ] as const) {
    world.advance({ seconds: (first - world.base.clock().getTime()) / 1_000 + seconds })
    await sql`update messages set status = 'failed'`.execute(world.db)
    await tell()
    await deliverer().deliverDue()
    assert.equal((await webhook()).status, status)
  }
  world.advance({ seconds: 5 })
  await deliverer().deliverDue()
  assert.equal((await messages()).at(-1)!.status, 'held')
  assert.equal((await webhook('wh_2')).status, 'active')
})

test('one success begins the five days anew; two webhooks of one URL stay apart', async () => {
  answers = [500]
  await tell(1, 'wh_1')
  await tell(1, 'wh_2')
  await deliverer().deliverDue()
  world.advance({ days: 3 })
  await sql`update messages set status = 'failed'`.execute(world.db)
  answers = [200]
  await tell(1, 'wh_1')
  await deliverer().deliverDue()
  answers = [500]
  world.advance({ days: 3 })
  await tell(1, 'wh_1')
  await tell(1, 'wh_2')
  await deliverer().deliverDue()
  assert.deepEqual([(await webhook('wh_1')).status, (await webhook('wh_2')).status], ['active', 'failed'])
})

test('what went to an address that was changed meanwhile says nothing of the new one', async () => {
  answers = [
    async (_received, response) => {
      await sql`update webhooks set url = url || 'new', failing_since = null`.execute(world.db)
      response.writeHead(500).end()
    },
  ]
  await tell()
  await deliverer().deliverDue()
  assert.equal((await webhook()).failing_since, null)
})

test('while the webhook is not active what waits is held, and goes on at its time once it is', async () => {
  answers = [500, 200]
  await tell()
  await deliverer().deliverDue()
  await sql`update webhooks set status = 'inactive'`.execute(world.db)
  world.advance({ seconds: 5 })
  await deliverer().deliverDue()
  assert.deepEqual(
    (await messages()).map(({ status, attempts }) => [status, attempts]),
    [['held', 1]],
  )
  await sql`update webhooks set status = 'active'`.execute(world.db)
  await deliverer().deliverDue()
  assert.deepEqual(
    (await messages()).map(({ status, attempts }) => [status, attempts]),
    [['delivered', 2]],
  )
})

test('10 in a second and no more, nothing dropped; another webhook has its own limit', async () => {
  await tell(35, 'wh_1')
  await tell(5, 'wh_2')
  const seconds = await deliverAll()
  assert.equal(seconds.filter((second) => second === 0).length, 15)
  assert.equal(seconds.length, 40)
  const first = receiver.received.map(({ path }, index) => ({ path, second: seconds[index]! }))
  const times = first.filter(({ path }) => path === '/wh_1').map(({ second }) => second)
  for (let index = 10; index < times.length; index++) assert(times[index]! - times[index - 10]! >= 1)
  assert((await messages()).every(({ status, attempts }) => status === 'delivered' && attempts === 1))
})

test('messages leave, and in their pace, however slow the database and however large they are', async () => {
  await tell(25)
  // Each statement takes longer than a place in a lane is good for, each byte read takes its time too.
  const slow: KyselyPlugin = {
    transformQuery: ({ node }) => {
      world.advance({ seconds: 0.06 })
      return node
    },
    transformResult: async ({ result }) => {
      world.advance({ seconds: result.rows.filter(({ body }) => body).length / 10 })
      return result
    },
  }
  const engine = deliverer({}, undefined, world.db.withPlugin(slow))
  const seconds = await deliverAll(engine, 0.02)
  assert.equal(seconds.length, 25)
  assert((await messages()).every(({ status, attempts }) => status === 'delivered' && attempts === 1))
  for (let index = 10; index < seconds.length; index++) assert(seconds[index]! - seconds[index - 10]! >= 1)
})

test('two workers share the work: each message once', async () => {
  await tell(40, 'wh_1')
  await tell(40, 'wh_2')
  const [one, other] = [deliverer({ perSecond: 0 }), deliverer({ perSecond: 0 })]
  await Promise.all([one.deliverDue(), other.deliverDue(), one.deliverDue(), other.deliverDue()])
  await one.deliverDue()
  const ids = receiver.received.map(({ headers }) => headers['hook-id'])
  assert.deepEqual([ids.length, new Set(ids).size], [80, 80])
})

test('a message whose worker died is taken over when its claim ends; the late answer is logged and changes nothing', async () => {
  const hanging = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  answers = [
    async (_received, response) => {
      arrived.resolve()
      await hanging.promise
      response.writeHead(500).end('late')
    },
    200,
  ]
  await tell()
  const slow = deliverer().deliverDue()
  await arrived.promise
  const other = deliverer()
  assert.equal(await other.deliverDue(), 0)
  world.advance({ seconds: policy.leaseSeconds })
  await other.deliverDue()
  assert.equal((await messages())[0]!.status, 'delivered')
  hanging.resolve()
  await slow
  const [message] = await messages()
  assert.deepEqual([message!.status, message!.attempts, message!.failures], ['delivered', 2, 0])
  assert.deepEqual(
    (await attempts()).map(({ number, status_code }) => [number, status_code]),
    [
      [1, 200],
      [2, 500],
    ],
  )
})

test('what receivers answered goes with what they were told', async () => {
  await tell()
  await deliverer().deliverDue()
  await world.db.transaction().execute((tx) => forgetMessages(tx, 'ws_acme', 'note_id', ['n_1']))
  assert.deepEqual([(await messages())[0]!.body, (await attempts())[0]!.response_body], [null, null])
  assert.equal((await messages())[0]!.status, 'delivered')
})

test('a running worker hears of a message when its transaction commits; stopping waits for what is under way', async () => {
  const wakeups = new Wakeups(world.base.databaseUrl, wakeChannel, world.base.log)
  await wakeups.start()
  const engine = deliverer({}, wakeups)
  engine.start()
  const arrived = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  answers = [
    async (_received, response) => {
      arrived.resolve()
      await go.promise
      response.end()
    },
  ]
  await tell()
  await arrived.promise
  const stopped = engine.stop()
  await tell()
  go.resolve()
  await stopped
  await wakeups.stop()
  assert.deepEqual((await messages()).map(({ status, claim }) => `${status} ${claim}`).sort(), [
    'delivered null',
    'pending null',
  ])
})

test('stopping at any moment of a batch leaves nothing half done', async () => {
  for (const count of [1, 7, 40]) {
    await tell(count)
    const engine = deliverer({ perSecond: 0 })
    engine.start()
    const before = receiver.received.length
    while (receiver.received.length === before) await setImmediate()
    await engine.stop()
    assert((await messages()).every(({ claim }) => claim === null))
  }
})

test('a message that is emptied while it is under way keeps no answer that could quote it', async () => {
  answers = [
    async (_received, response) => {
      await sql`update messages set status = 'cancelled', body = null`.execute(world.db)
      response.end('you said …')
    },
  ]
  await tell()
  await deliverer().deliverDue()
  assert.equal((await messages())[0]!.status, 'cancelled')
  assert.equal((await attempts())[0]!.response_body, null)
})

test('a webhook that is deleted while its message is under way takes both along', async () => {
  answers = [
    async (_received, response) => {
      await sql`delete from webhooks where id = 'wh_1'`.execute(world.db)
      response.end()
    },
  ]
  await tell()
  await deliverer().deliverDue()
  assert.deepEqual([await messages(), await attempts()], [[], []])
})
