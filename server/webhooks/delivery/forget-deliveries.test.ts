/**
 * The log is kept for DELIVERY_RETENTION_DAYS, or for fewer if the workspace sets them. Messages that may still be sent
 * stay (decision 35 on inactive webhooks).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keys } from '../../../test/support/acme.ts'
import { useDelivery } from '../../../test/support/delivery.ts'
import { pruneLogs } from '../../app/commands/prune.ts'
import { backgroundJobs } from '../../app/worker.ts'

const on = useDelivery()

const forget = () =>
  backgroundJobs(on.world.base)
    .find(({ name }) => name === 'forget-deliveries')!
    .run({})

const left = async () => (await on.messages()).map(({ status }) => status).sort()

test('deliveries and their attempts are removed after 30 days, not before; pending and held ones stay', async () => {
  await on.enqueue(6)
  await on.deliverer().deliverDue()
  const statuses = ['cancelled', 'delivered', 'failed', 'held', 'pending', 'skipped'] as const
  for (const [index, { id }] of (await on.messages()).entries()) {
    await on.world.db.updateTable('messages').set({ status: statuses[index]! }).where('id', '=', id).execute()
  }
  on.world.advance({ days: 30 })
  await forget()
  assert.deepEqual([await left(), (await on.attempts()).length], [statuses, 6])
  on.world.advance({ seconds: 0.001 })
  await forget()
  assert.deepEqual([await left(), (await on.attempts()).length], [['held', 'pending'], 2])
})

test('a delivery that another transaction has locked is removed at the next run', async () => {
  await on.enqueue(2)
  await on.deliverer().deliverDue()
  on.world.advance({ days: 31 })
  const [first] = await on.messages()
  await on.world.db.transaction().execute(async (tx) => {
    await tx.selectFrom('messages').select('id').where('id', '=', first!.id).forUpdate().execute()
    await forget()
  })
  assert.deepEqual(
    (await on.messages()).map(({ id }) => id),
    [first!.id],
  )
  await forget()
  assert.deepEqual(await left(), [])
})

const set = async (body: object) =>
  assert.equal((await on.world.patch('/api/v1/workspace', keys.ada, body)).status, 200)

/** One delivery of each webhook, which a workspace elsewhere has too. */
async function deliverOneEach() {
  await on.enqueue(1, 'wh_1')
  await on.enqueue(1, 'wh_2')
  await on.deliverer().deliverDue()
}

test('a workspace may keep its log for fewer days, to the millisecond; logs of others do not change', async () => {
  await set({ delivery_retention_days: 7 })
  const own = { id: 'wh_z', owner: 'u_zoe', url: on.receiver.url('/wh_z') }
  await on.world.load({ id: 'ws_zeta', subdomain: 'zeta', name: 'Zeta', webhooks: [own] })
  await deliverOneEach()
  assert.equal(
    (await on.world.post('/api/v1/webhook/wh_z/test', keys.zoe, { event_type: 'ai_note.generated' })).status,
    202,
  )
  await on.deliverer().deliverDue()
  on.world.advance({ days: 7 })
  await forget()
  assert.equal((await on.messages()).length, 3)
  on.world.advance({ seconds: 0.001 })
  await forget()
  assert.deepEqual(
    (await on.messages()).map(({ webhook_id }) => webhook_id),
    ['wh_z'],
  )
  on.world.advance({ days: 23 })
  await forget()
  assert.deepEqual(await on.messages(), [])
})

test('if an imported world has more days than the service, those of the service count', async () => {
  await on.world.db.updateTable('workspaces').set({ delivery_retention_days: 400 }).execute()
  await deliverOneEach()
  on.world.advance({ days: 31 })
  await forget()
  assert.deepEqual(await left(), [])
})

test('under legal hold the log is kept as long as the service keeps it', async () => {
  await set({ delivery_retention_days: 7, legal_hold: 'Case 4711' })
  await deliverOneEach()
  on.world.advance({ days: 8 })
  await forget()
  await pruneLogs(on.world.base, 'deliveries', 1, {})
  assert.equal((await on.messages()).length, 2)
  await set({ legal_hold: null })
  await forget()
  assert.deepEqual(await left(), [])
})

test('prune removes deliveries by the settings or by a given age; a dry run only counts', async () => {
  await deliverOneEach()
  on.world.advance({ days: 10, seconds: 1 })
  const prune = (days: number | undefined, flags: object) => pruneLogs(on.world.base, 'deliveries', days, flags)
  assert.equal(await prune(undefined, {}), '0 deliveries were removed.\n')
  assert.equal(await prune(11, {}), '0 deliveries were removed.\n')
  assert.equal(await prune(10, { 'dry-run': true }), '2 deliveries would be removed.\n')
  assert.equal(await prune(10, { workspace: 'zeta' }), '0 deliveries were removed.\n')
  await assert.rejects(prune(10, { workspace: 'none' }), /There is no workspace none\./)
  assert.equal((await on.messages()).length, 2)
  assert.equal(await prune(10, { workspace: 'acme' }), '2 deliveries were removed.\n')
  assert.deepEqual([await on.messages(), await on.attempts()], [[], []])
})
