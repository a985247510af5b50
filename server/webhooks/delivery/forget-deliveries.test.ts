/** The log is kept for DELIVERY_RETENTION_DAYS; messages that may still be sent stay without limit (decision 35). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useDelivery } from '../../../test/support/delivery.ts'
import { backgroundWork } from '../../worker.ts'

const on = useDelivery()

const forget = () =>
  backgroundWork(on.world.base)
    .find(({ name }) => name === 'forget-deliveries')!
    .run({})

const left = async () => (await on.messages()).map(({ status }) => status).sort()

test('deliveries go after 30 days with their attempts, not before; what is pending or held stays', async () => {
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
