/** Returns messages that a worker claimed, but does not send, to the queue. */
import { sql } from 'kysely'
import { takesChanges } from '../../people/caller/frozen.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { Claimed } from './claim.ts'
import { isAmong, lockMessages } from './lock-messages.ts'

/** Each message is due as before, or at `at` if it is deferred. This does not count as an attempt. */
export async function giveBack(
  db: Db,
  at: Date,
  messages: (Pick<Claimed, 'workspace_id' | 'id' | 'claim'> & { isDeferred: boolean })[],
): Promise<void> {
  if (messages.length === 0) return
  await db.transaction().execute(async (tx) => {
    await lockMessages(tx, isAmong(messages))
    await sql`
      update messages set next_attempt_at = case when given."isDeferred" then ${at} else next_attempt_at end, claim = null
      from json_to_recordset(${JSON.stringify(messages)}::json)
        as given (workspace_id text, id text, claim uuid, "isDeferred" boolean)
      where messages.workspace_id = given.workspace_id and messages.id = given.id and messages.claim = given.claim
        and messages.status = 'pending' and ${takesChanges('messages.workspace_id')}`.execute(tx)
  })
}
