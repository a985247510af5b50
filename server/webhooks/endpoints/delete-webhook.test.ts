/** A webhook is deleted with its messages, in batches (spec 4.12). */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { keys } from '../../../test/support/acme.ts'
import { useDelivery } from '../../../test/support/delivery.ts'
import { statementsOf } from '../../../test/support/statements.ts'
import { deletionLimits } from './delete-webhook.ts'

const on = useDelivery()
const { messages: usual } = deletionLimits
after(() => Object.assign(deletionLimits, { messages: usual }))

const statuses = ['cancelled', 'delivered', 'failed', 'held', 'pending', 'skipped'] as const

/** Of the deletion in one batch. */
let statements: number

for (const [messages, more] of [
  [7, 0],
  [6, 1],
  [5, 1],
  [2, 3],
] as const) {
  test(`six messages in batches of ${messages} are gone, with their attempts; those of another webhook stay`, async () => {
    Object.assign(deletionLimits, { messages })
    await on.enqueue(6, 'wh_1')
    await on.enqueue(2, 'wh_2')
    await on.deliverer().deliverDue()
    const ofFirst = (await on.messages()).filter(({ webhook_id }) => webhook_id === 'wh_1')
    for (const [index, { id }] of ofFirst.entries()) {
      await on.world.db.updateTable('messages').set({ status: statuses[index]! }).where('id', '=', id).execute()
    }
    const remove = () => on.world.delete('/api/v1/webhook/wh_1', keys.ada)
    const counted = await statementsOf(on.world.base, async () => {
      const { status, body } = await remove()
      assert.deepEqual([status, body], [200, { webhook_id: 'wh_1', deleted: true }])
    })
    statements ??= counted
    assert.equal(counted - statements, more)
    const left = await on.messages()
    assert.deepEqual([left.map(({ webhook_id }) => webhook_id), (await on.attempts()).length], [['wh_2', 'wh_2'], 2])
    assert.equal((await remove()).status, 404)
  })
}
