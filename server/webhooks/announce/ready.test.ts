/**
 * Each condition for sending: while it is not met messages are held, and then they are sent (spec 3.2, 3.3; decision 35
 * on inactive webhooks).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { keys } from '../../../test/support/acme.ts'
import { useDelivery } from '../../../test/support/delivery.ts'
import { batchOf } from '../../../test/support/event-batch.ts'
import { forgetLanes } from '../delivery/rate-slots.ts'
import { announce } from './announce.ts'

const on = useDelivery()

type Id = 'wh_1' | 'wh_all'

/** Adds a workspace webhook of Ada's key beside her own webhook. */
const addWorkspaceWebhook = () => {
  const more = { url: on.receiver.url('/wh_all'), enabled_events: ['ai_note.generated'], scope: 'workspace' }
  const webhooks = [{ id: 'wh_all', owner: 'u_ada', api_key: 'k_ada', ...more }]
  return on.world.load({ subdomain: 'acme', name: 'Acme', webhooks })
}

let announced = 0
function announceTo(id: Id) {
  const audience = id === 'wh_1' ? sql<boolean>`webhooks.user_id = 'u_ada'` : sql<boolean>`false`
  const batch = batchOf({ keys: [`event ${announced++}`], audience, ...(id === 'wh_all' && { workspace: () => ({}) }) })
  return on.world.db.transaction().execute((tx) => announce(tx, on.world.base.clock(), batch))
}

const statuses = async () => (await on.messages()).map(({ status }) => status).sort()
const run = (change: string) => sql.raw(change).execute(on.world.db)

test('while a condition is not met, queued messages are held and new ones skipped; later held ones are sent', async () => {
  await addWorkspaceWebhook()
  const conditions: [Id, table: string, met: string, unmet: string, id: string][] = [
    ['wh_1', 'webhooks', `status = 'active'`, `status = 'inactive'`, 'wh_1'],
    ['wh_1', 'webhooks', `status = 'active'`, `status = 'failed'`, 'wh_1'],
    ['wh_1', 'users', 'active = true', 'active = false', 'u_ada'],
    ['wh_1', 'workspaces', `webhooks = 'enabled'`, `webhooks = 'switched_off'`, 'ws_acme'],
    ['wh_1', 'workspaces', `webhooks = 'enabled'`, `webhooks = 'not_enabled'`, 'ws_acme'],
    ['wh_all', 'webhooks', `status = 'active'`, `status = 'inactive'`, 'wh_all'],
    ['wh_all', 'api_keys', 'active = true', 'active = false', 'k_ada'],
    ['wh_all', 'api_keys', 'super_admin = true', 'super_admin = false', 'k_ada'],
    ['wh_all', 'api_keys', 'expires_at = null', `expires_at = '2026-01-10T12:00:00Z'`, 'k_ada'],
    ['wh_all', 'users', 'active = true', 'active = false', 'u_ada'],
    ['wh_all', 'users', 'admin = true', 'admin = false', 'u_ada'],
    ['wh_all', 'workspaces', 'workspace_webhooks = true', 'workspace_webhooks = false', 'ws_acme'],
    ['wh_all', 'workspaces', `plan = 'enterprise'`, `plan = 'business'`, 'ws_acme'],
    ['wh_all', 'workspaces', `webhooks = 'enabled'`, `webhooks = 'switched_off'`, 'ws_acme'],
  ]
  for (const [webhook, table, met, unmet, id] of conditions) {
    const what = `${webhook}: ${unmet} of ${id}`
    await announceTo(webhook)
    await run(`update ${table} set ${unmet} where id = '${id}'`)
    await announceTo(webhook)
    await on.deliverer().deliverDue()
    assert.deepEqual([await statuses(), on.receiver.received.length], [['held', 'skipped'], 0], what)
    await run(`update ${table} set ${met} where id = '${id}'`)
    await on.deliverer().deliverDue()
    assert.deepEqual([await statuses(), on.receiver.received.length], [['delivered', 'skipped'], 1], what)
    await run('delete from messages')
    on.receiver.received.length = 0
    // Its rate slot is free again.
    on.world.advance({ seconds: 2 })
  }
})

test('a workspace webhook never sends again after the key that created it is deleted', async () => {
  await addWorkspaceWebhook()
  await announceTo('wh_all')
  assert.equal((await on.world.delete('/api/v1/api_key/k_ada', keys.ada)).status, 200)
  for (const days of [0, 1, 30]) {
    on.world.advance({ days })
    await on.deliverer().deliverDue()
  }
  assert.deepEqual([await statuses(), on.receiver.received.length], [['held'], 0])
})

test('a workspace webhook created by a session sends while its owner is an active admin of an enterprise workspace', async () => {
  await addWorkspaceWebhook()
  await run(`update webhooks set api_key_id = null where id = 'wh_all'`)
  for (const [table, met, unmet, id] of [
    ['users', 'active = true', 'active = false', 'u_ada'],
    ['users', 'admin = true', 'admin = false', 'u_ada'],
    ['workspaces', `plan = 'enterprise'`, `plan = 'business'`, 'ws_acme'],
    ['workspaces', 'workspace_webhooks = true', 'workspace_webhooks = false', 'ws_acme'],
  ] as const) {
    await announceTo('wh_all')
    await run(`update ${table} set ${unmet} where id = '${id}'`)
    await on.deliverer().deliverDue()
    assert.deepEqual([await statuses(), on.receiver.received.length], [['held'], 0], unmet)
    await run(`update ${table} set ${met} where id = '${id}'`)
    await on.deliverer().deliverDue()
    assert.deepEqual([await statuses(), on.receiver.received.length], [['delivered'], 1], unmet)
    await run('delete from messages')
    on.receiver.received.length = 0
    on.world.advance({ seconds: 2 })
  }
  const lanes = await on.world.db.selectFrom('delivery_lanes').select('lane').execute()
  assert.deepEqual(lanes, [{ lane: 'person u_ada' }])
  await forgetLanes(on.world.db)
  assert.equal((await on.world.db.selectFrom('delivery_lanes').selectAll().execute()).length, 1)
  await run('delete from webhooks')
  await forgetLanes(on.world.db)
  assert.equal((await on.world.db.selectFrom('delivery_lanes').selectAll().execute()).length, 0)
})

test('a user webhook does not need the conditions of a workspace webhook', async () => {
  await run(`update workspaces set workspace_webhooks = false, plan = 'team' where id = 'ws_acme'`)
  await run(`update users set admin = false where id = 'u_ada'`)
  await run(`update api_keys set active = false, super_admin = false where user_id = 'u_ada'`)
  await announceTo('wh_1')
  await on.deliverer().deliverDue()
  assert.deepEqual(await statuses(), ['delivered'])
})

test('a workspace webhook stops when the key that created it expires, and continues when its expiry is extended', async () => {
  await addWorkspaceWebhook()
  await run(`update api_keys set expires_at = '2026-01-10T12:00:10Z' where id = 'k_ada'`)
  const deliver = async () => {
    await announceTo('wh_all')
    await on.deliverer().deliverDue()
    return statuses()
  }
  const look = (path: string) => on.world.get(`/api/v1/webhook/wh_all/deliveries${path}`, keys.ada)
  on.world.advance({ seconds: 9.999 })
  assert.deepEqual(await deliver(), ['delivered'])
  await announceTo('wh_all')
  on.world.advance({ seconds: 0.001 })
  assert.deepEqual(await deliver(), ['delivered', 'held', 'skipped'])
  assert.equal((await look('')).status, 401)
  await run(`update api_keys set expires_at = '2026-01-10T12:01:10Z' where id = 'k_ada'`)
  assert.equal((await look('')).body.deliveries.data.length, 3)
  assert.deepEqual(await deliver(), ['delivered', 'delivered', 'delivered', 'skipped'])
})
