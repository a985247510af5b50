/** Releases messages that were held while their webhook might not send, once it may again (decision 35 on inactive webhooks). */
import { sql } from 'kysely'
import { takesChanges } from '../../people/caller/frozen.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { webhookReady } from '../announce/ready.ts'

/** Messages released at once: their locks are short, and other due messages are claimed in between. */
export const releasedAtOnce = 1_000

/**
 * Each is due when it was before. Messages that others have locked are released the next time. It costs a step for each
 * webhook with held messages, however many they are. The update goes by `ctid`: joined by id, a plan may read all messages.
 * @returns how many; if it is `releasedAtOnce`, there may be more
 */
export async function releaseHeld(db: Db, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    with recursive holding as (
      (select workspace_id, webhook_id from messages where status = 'held' order by workspace_id, webhook_id limit 1)
      union all
      select next.workspace_id, next.webhook_id from holding cross join lateral (
        select workspace_id, webhook_id from messages where status = 'held'
          and (workspace_id, webhook_id) > (holding.workspace_id, holding.webhook_id)
        order by workspace_id, webhook_id limit 1) as next)
    update messages set status = 'pending' where ctid = any(array(
      select held.place from holding
      join webhooks on webhooks.workspace_id = holding.workspace_id and webhooks.id = holding.webhook_id
      cross join lateral (
        select messages.ctid as place from messages
        where messages.workspace_id = webhooks.workspace_id and messages.webhook_id = webhooks.id
          and messages.status = 'held'
        limit ${releasedAtOnce} for update skip locked) as held
      where ${takesChanges('webhooks.workspace_id')} and ${webhookReady(now)}
      limit ${releasedAtOnce}))`.execute(db)
  return Number(numAffectedRows)
}
