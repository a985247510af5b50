/** A claim costs the messages that are due, however many wait for later (delivery.md 3). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { policy, useDelivery } from '../../../test/support/delivery.ts'
import { messagesRead } from '../../../test/support/rows-read.ts'
import { claimDue } from './claim.ts'
import { countDue, nextDue } from './due.ts'

const on = useDelivery()
const later = 5_000

test('a claim reads the messages that are due, and no later ones', async () => {
  const { db, base } = on.world
  await sql`insert into messages (workspace_id, id, webhook_id, event_type, event_key, status, body, created_at, next_attempt_at)
    select 'ws_acme', 'later_' || number, 'wh_1', 'ai_note.generated', 'later ' || number, 'pending', '', now, now + interval '1 day'
    from generate_series(1, ${later}::integer) number, (select ${base.clock()}::timestamptz as now) as clock`.execute(
    db,
  )
  await on.enqueue(5)
  await sql`vacuum analyze messages`.execute(db)
  const before = await messagesRead(db)
  const { claimed } = await claimDue(db, base.clock, 500, policy)
  const next = await nextDue(db, base.clock())
  assert.deepEqual([claimed.length, await countDue(db, base.clock())], [5, 0])
  assert(next! > base.clock())
  assert((await messagesRead(db)) - before < 100)
})
