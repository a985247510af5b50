/** Webhooks of the workspace: the pace that those of one key share, and what they hear (spec 4.8, 6, 8; decision 34). */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { keys } from '../../../test/support/acme.ts'
import { useDelivery } from '../../../test/support/delivery.ts'
import { batchOf } from '../../../test/support/event-batch.ts'
import type { EventType } from '../../tables.ts'
import { announce } from '../events/announce.ts'

const on = useDelivery()

const ofKey = (id: string, api_key: string) => ({ ...hook(id, 'u_ada'), api_key, scope: 'workspace' })
const hook = (id: string, owner: string) => {
  return { id, owner, url: on.receiver.url(`/${id}`), enabled_events: ['ai_note.generated'] }
}

beforeEach(async () => {
  const api_keys = [{ id: 'k_ada_2', user: 'u_ada', secret: 'mb_ada_2_0123456789', super_admin: true }]
  // The last one is Bo's own: a webhook may be called as a key is.
  const webhooks = [ofKey('wh_a', 'k_ada'), ofKey('wh_b', 'k_ada'), ofKey('wh_c', 'k_ada_2'), hook('k_ada', 'u_bo')]
  await on.world.load({ subdomain: 'acme', name: 'Acme', api_keys, webhooks })
})

let told = 0
/** Tells the webhooks of the workspace, and Bo's. */
function tell(count: number, type: EventType = 'ai_note.generated') {
  const news = batchOf({
    ...{ keys: Array.from({ length: count }, () => `event ${told++}`), type },
    ...{ audience: sql<boolean>`webhooks.user_id = 'u_bo'`, workspace: () => ({}) },
  })
  return on.world.db.transaction().execute((tx) => announce(tx, on.world.base.clock(), news))
}

const received = (...ids: string[]) => on.receiver.received.filter(({ path }) => ids.includes(path.slice(1))).length

for (const workers of [1, 2]) {
  test(`10 in a second for all webhooks of one key, sent by ${workers}; another key, and a webhook of its name, apart`, async () => {
    const engines = Array.from({ length: workers }, () => on.deliverer())
    const turns = { deliverDue: async () => (await Promise.all(engines.map((each) => each.deliverDue()))).reduce(sum) }
    for (const engine of engines) {
      await tell(12 / workers)
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

test('they hear what they subscribed to when it happened: what is queued goes on as it is', async () => {
  const subscribe = (id: string, key: string, ...enabled_events: EventType[]) =>
    on.world.patch(`/api/v1/webhook/${id}`, key, { enabled_events })
  await tell(1, 'ai_note.generated')
  await tell(1, 'ai_note.shared_to_channel')
  for (const [id, key] of [
    ['wh_a', keys.ada],
    ['k_ada', keys.bo],
  ] as const) {
    assert.equal((await subscribe(id, key, 'ai_note.shared_to_channel')).status, 200)
  }
  await tell(2, 'ai_note.shared_to_channel')
  await tell(4, 'ai_note.generated')
  await on.deliverAll()
  // One before the change, two after it.
  assert.deepEqual([received('wh_a'), received('k_ada')], [1 + 2, 1 + 2])
  assert.deepEqual([received('wh_b'), received('wh_c')], [1 + 4, 1 + 4])
})
