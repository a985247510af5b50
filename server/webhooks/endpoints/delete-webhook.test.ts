/** A webhook is deleted with its messages, in batches (spec 4.12). */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { keys } from '../../../test/support/acme.ts'
import { useDelivery } from '../../../test/support/delivery.ts'
import { statementsOf } from '../../../test/support/statements.ts'
import { somebodyWaits } from '../../../test/support/waiting.ts'
import { deletionLimits } from './delete-webhook.ts'

const on = useDelivery()
const { messages: usual } = deletionLimits
after(() => Object.assign(deletionLimits, { messages: usual }))

async function remove(webhook_id: 'wh_1' | 'wh_2'): Promise<void> {
  const owner = { wh_1: keys.ada, wh_2: keys.bo }[webhook_id]
  const { status, body } = await on.world.delete(`/api/v1/webhook/${webhook_id}`, owner)
  assert.deepEqual([status, body], [200, { webhook_id, deleted: true }])
}

const statuses = ['cancelled', 'delivered', 'failed', 'held', 'pending', 'skipped'] as const

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
    const statements = await statementsOf(on.world.base, () => remove('wh_1'))
    const left = await on.messages()
    assert.deepEqual([left.map(({ webhook_id }) => webhook_id), (await on.attempts()).length], [['wh_2', 'wh_2'], 2])
    assert.equal((await on.world.delete('/api/v1/webhook/wh_1', keys.ada)).status, 404)

    await on.world.db.deleteFrom('messages').execute()
    assert.equal(statements - (await statementsOf(on.world.base, () => remove('wh_2'))), more)
  })
}

test('a message that another transaction has locked is waited for, and goes with the webhook', async () => {
  await on.enqueue(3)
  const [first] = await on.messages()
  const removed = await on.world.db.transaction().execute(async (tx) => {
    await tx.selectFrom('messages').select('id').where('id', '=', first!.id).forUpdate().execute()
    const removing = remove('wh_1')
    await somebodyWaits(on.world.db)
    assert.equal((await on.messages()).length, 1)
    return { removing }
  })
  await removed.removing
  assert.deepEqual(await on.messages(), [])
})
