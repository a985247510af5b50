/** Held messages are released in batches, those of a webhook as soon as it may send (decision 35 on inactive webhooks). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { useDelivery } from '../../../test/support/delivery.ts'
import { messagesRead } from '../../../test/support/rows-read.ts'
import { releasedAtOnce, releaseHeld } from './release-held.ts'

const on = useDelivery()

async function hold(count: number, webhook: string, first = 1) {
  await sql`insert into messages (workspace_id, id, webhook_id, event_type, event_key, status, body, created_at, next_attempt_at)
    select 'ws_acme', ${webhook}::text || number, ${webhook}, 'ai_note.generated', number, 'held', '', now, now
    from generate_series(${first}::integer, ${first + count - 1}::integer) number, (select ${on.world.base.clock()}::timestamptz as now) as clock`.execute(
    on.world.db,
  )
}

const set = (values: object, id = 'wh_1') =>
  on.world.db.updateTable('webhooks').set(values).where('id', '=', id).execute()

const held = async () => (await on.messages()).filter(({ status }) => status === 'held').length

test('one batch is released at once, the others later', async () => {
  await hold(releasedAtOnce + 1, 'wh_1')
  assert.equal(await releaseHeld(on.world.db, on.world.base.clock()), releasedAtOnce)
  assert.equal(await held(), 1)
  assert.equal(await releaseHeld(on.world.db, on.world.base.clock()), 1)
  assert.equal(await releaseHeld(on.world.db, on.world.base.clock()), 0)
})

test('a webhook that may not send delays no other, and a locked message is released at the next check', async () => {
  await hold(3, 'wh_1')
  await hold(2, 'wh_2')
  await set({ status: 'inactive' })
  const { db } = on.world
  await db.transaction().execute(async (tx) => {
    await sql`select from messages where id = 'wh_22' for update`.execute(tx)
    assert.equal(await releaseHeld(db, on.world.base.clock()), 1)
  })
  assert.equal(await releaseHeld(db, on.world.base.clock()), 1)
  await set({ status: 'active' })
  assert.equal(await releaseHeld(db, on.world.base.clock()), 3)
})

test('the cost of a check depends on the number of webhooks, not on that of held messages', async () => {
  await hold(10, 'wh_1')
  await set({ status: 'inactive' })
  const { db } = on.world
  const cost = async () => {
    await sql`vacuum analyze messages`.execute(db)
    const before = await messagesRead(db)
    assert.equal(await releaseHeld(db, on.world.base.clock()), 0)
    return (await messagesRead(db)) - before
  }
  // Vacuum may have to leave what the tests before released, and both checks pass over it.
  const ofTen = await cost()
  await hold(5_000, 'wh_1', 11)
  assert((await cost()) < ofTen + 100)
})
