/** Messages that a worker claimed and does not send. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { policy, useDelivery } from '../../../test/support/delivery.ts'
import { claimDue, deferMs, giveBack } from './claim.ts'

const on = useDelivery()

test('a message that is given back is due as before, or a second later if its worker had no room for it', async () => {
  const { db, base } = on.world
  await on.enqueue(2)
  const { claimed } = await claimDue(db, base.clock, 500, policy)
  on.world.advance({ seconds: 1 })
  const deferredUntil = new Date(base.clock().getTime() + deferMs)
  await giveBack(
    db,
    deferredUntil,
    claimed.map(({ workspace_id, id, claim }, index) => ({ workspace_id, id, claim, isDeferred: index === 1 })),
  )
  const dueOf = new Map((await on.messages()).map(({ id, claim, next_attempt_at }) => [id, [claim, next_attempt_at]]))
  assert.deepEqual(
    claimed.map(({ id }) => dueOf.get(id)),
    [
      [null, claimed[0]!.created_at],
      [null, deferredUntil],
    ],
  )
})
