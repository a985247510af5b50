/** For tests of delivery: two webhooks of one real receiver over TLS, and a deliverer with the test's clock. */
import { after, afterEach, before, beforeEach } from 'node:test'
import { sql } from 'kysely'
import { Outbound } from '../../server/platform/outbound/outbound.ts'
import { announce } from '../../server/webhooks/announce/announce.ts'
import { attempt } from '../../server/webhooks/delivery/attempt.ts'
import { type Attempt, Deliverer, leaseSeconds } from '../../server/webhooks/delivery/deliverer.ts'
import { nextDue } from '../../server/webhooks/delivery/due.ts'
import { healthNotifier } from '../../server/webhooks/delivery/notify-health.ts'
import { acme } from './acme.ts'
import { batchOf } from './event-batch.ts'
import { type Answering, openReceiver, type Receiver } from './receiver.ts'
import { openWorld, type World } from './world.ts'

export const policy = {
  perSecond: 10,
  leaseSeconds: leaseSeconds(15),
  delaysSeconds: [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000],
  failingAfterSeconds: 3_600,
  disableAfterSeconds: 432_000,
}

const owners = { wh_1: 'u_ada', wh_2: 'u_bo' }
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

/** Registers the hooks of a test file: a world a test, one receiver for all. */
export function useDelivery() {
  let outbound: Outbound
  let enqueued = 0
  const on = {
    world: undefined as unknown as World,
    receiver: undefined as unknown as Receiver,
    /** The answers of the receiver in order; the last one repeats. */
    answers: [] as (number | Answering)[],
    deliverer,
    enqueue,
    deliverAll,
    messages: () => on.world.db.selectFrom('messages').selectAll().orderBy('created_at').orderBy('id').execute(),
    attempts: () => on.world.db.selectFrom('attempts').selectAll().orderBy('message_id').orderBy('number').execute(),
    webhook: (id = 'wh_1') =>
      on.world.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  }

  before(async () => {
    on.receiver = await openReceiver({
      answering: (received, response) => {
        const next = on.answers.length > 1 ? on.answers.shift()! : on.answers[0]!
        if (typeof next === 'function') return next(received, response)
        response.writeHead(next).end('thanks')
      },
    })
  })
  after(() => on.receiver[Symbol.asyncDispose]())
  beforeEach(async () => {
    on.world = await openWorld()
    const [first, ...others] = acme() as { id: string }[]
    const url = (id: string) => on.receiver.url(`/${id}`)
    const webhooks = Object.entries(owners).map(([id, owner]) => ({ id, owner, url: url(id), secret }))
    await on.world.load({ ...first, webhooks }, ...others)
    const networks = { exemptNetworks: ['127.0.0.1/32'], ownAddresses: [], dnsServers: [] }
    outbound = new Outbound({ ...networks, userAgent: 'Minutebook', proxy: null })
    on.receiver.received.length = 0
    on.answers = [200]
    on.receiver.connecting = () => {}
  })
  afterEach(async () => {
    await outbound.close()
    await on.world[Symbol.asyncDispose]()
  })

  function deliverer(
    more: Partial<typeof policy> = {},
    wakeups = { woken: async (_ms: number) => {}, wake() {} },
    db = on.world.db,
  ): Deliverer {
    const { clock, log, secretKey } = on.world.base
    const sender = { outbound, clock, secretKey, headerPrefixes: ['hook', 'svix'], timeoutSeconds: 15 }
    const tryOnce: Attempt = (message, stopping) => attempt(message, sender, stopping)
    return new Deliverer({
      db,
      clock,
      log,
      policy: { ...policy, ...more },
      attempt: tryOnce,
      notifyHealth: healthNotifier(on.world.base),
      wakeups,
    })
  }

  /** @param padding  makes bodies as large as that */
  function enqueue(count = 1, webhook: keyof typeof owners = 'wh_1', padding = '') {
    const batch = batchOf({
      keys: Array.from({ length: count }, () => `event ${enqueued++}`),
      audience: sql<boolean>`webhooks.user_id = ${owners[webhook]}`,
      user: (_id, key) => ({ event_type: 'ai_note.generated', key, padding }),
      about: { noteId: 'n_1' },
    })
    return on.world.db.transaction().execute((tx) => announce(tx, on.world.base.clock(), batch))
  }

  /** Delivers, then moves the clock to the next due time, until nothing is due. @returns the second of each request */
  async function deliverAll(engine: Pick<Deliverer, 'deliverDue'> = deliverer(), hours = 40): Promise<number[]> {
    const now = () => on.world.base.clock().getTime()
    const start = now()
    const seconds: number[] = []
    for (;;) {
      const before = on.receiver.received.length
      const seen = await engine.deliverDue()
      const made = on.receiver.received.length - before
      seconds.push(...Array<number>(made).fill((now() - start) / 1_000))
      if (seen > 0) continue
      const next = await nextDue(on.world.db, on.world.base.clock())
      if (!next || next.getTime() > start + hours * 3_600_000) return seconds
      on.world.advance({ seconds: (next.getTime() - now()) / 1_000 })
    }
  }

  return on
}
