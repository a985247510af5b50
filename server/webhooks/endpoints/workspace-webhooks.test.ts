/** Workspace webhooks: the rate limit that those of one key share, and the events they receive (spec 4.8, 6, 8; decision 34). */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { keys } from '../../../test/support/acme.ts'
import { useDelivery } from '../../../test/support/delivery.ts'
import { batchOf } from '../../../test/support/event-batch.ts'
import type { EventType } from '../../platform/postgres/column-types.ts'
import { announce } from '../announce/announce.ts'

const on = useDelivery()

const ofKey = (id: string, api_key: string) => ({ ...hook(id, 'u_ada'), api_key, scope: 'workspace' })
const hook = (id: string, owner: string) => {
  return { id, owner, url: on.receiver.url(`/${id}`), enabled_events: ['ai_note.generated'] }
}

beforeEach(async () => {
  const api_keys = [{ id: 'k_ada_2', user: 'u_ada', secret: 'mb_ada_2_0123456789', super_admin: true }]
  // The last one is Bo's own: a webhook may have the same id as a key.
  const webhooks = [ofKey('wh_a', 'k_ada'), ofKey('wh_b', 'k_ada'), ofKey('wh_c', 'k_ada_2'), hook('k_ada', 'u_bo')]
  await on.world.load({ subdomain: 'acme', name: 'Acme', api_keys, webhooks })
})

let announced = 0
/** Announces events to the workspace webhooks, and to Bo's. */
function announceEvents(count: number, type: EventType = 'ai_note.generated') {
  const batch = batchOf({
    keys: Array.from({ length: count }, () => `event ${announced++}`),
    type,
    audience: sql<boolean>`webhooks.user_id = 'u_bo'`,
    workspace: () => ({}),
  })
  return on.world.db.transaction().execute((tx) => announce(tx, on.world.base.clock(), batch))
}

const received = (...ids: string[]) => on.receiver.received.filter(({ path }) => ids.includes(path.slice(1))).length

for (const workers of [1, 2]) {
  test(`${workers} workers send at most 10 in a second for all webhooks of one key; another key, and a webhook with its id, count apart`, async () => {
    const engines = Array.from({ length: workers }, () => on.deliverer())
    const turns = { deliverDue: async () => (await Promise.all(engines.map((each) => each.deliverDue()))).reduce(sum) }
    for (const engine of engines) {
      await announceEvents(12 / workers)
      await engine.deliverDue()
    }
    assert.deepEqual([received('wh_a', 'wh_b'), received('wh_c'), received('k_ada')], [10, 10, 10])

    const seconds = [...on.receiver.received.map(() => 0), ...(await on.deliverAll(turns))]
    const shared = seconds.filter((_, index) => ['/wh_a', '/wh_b'].includes(on.receiver.received[index]!.path))
    assert.equal(shared.length, 24)
    for (let index = 10; index < shared.length; index++) assert(shared[index]! - shared[index - 10]! >= 1)
    assert((await on.messages()).every(({ status, attempts }) => status === 'delivered' && attempts === 1))
  })
}

const sum = (one: number, other: number) => one + other

test('a webhook receives the types of its subscription at the time of the event; queued messages stay', async () => {
  const subscribe = (id: string, key: string, ...enabled_events: EventType[]) =>
    on.world.patch(`/api/v1/webhook/${id}`, key, { enabled_events })
  await announceEvents(1, 'ai_note.generated')
  await announceEvents(1, 'ai_note.shared_to_channel')
  for (const [id, key] of [
    ['wh_a', keys.ada],
    ['k_ada', keys.bo],
  ] as const) {
    assert.equal((await subscribe(id, key, 'ai_note.shared_to_channel')).status, 200)
  }
  await announceEvents(2, 'ai_note.shared_to_channel')
  await announceEvents(4, 'ai_note.generated')
  await on.deliverAll()
  // One before the change, two after it.
  assert.deepEqual([received('wh_a'), received('k_ada')], [1 + 2, 1 + 2])
  assert.deepEqual([received('wh_b'), received('wh_c')], [1 + 4, 1 + 4])
})
