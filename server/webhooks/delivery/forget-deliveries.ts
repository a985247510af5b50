/**
 * Removes the log of deliveries after its retention, batch by batch (decision 39). The retention is the service's, or
 * fewer days if the workspace sets them. Fewer days do not count while the workspace is under legal hold.
 */
import { sql } from 'kysely'
import { notFrozen } from '../../people/caller/frozen.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { dayMs } from '../../platform/time.ts'

const batch = 10_000

export type DeliveryRetention = {
  now: Date
  /** The retention of the service. */
  days: number
  /** Overrides the settings of the service and of workspaces. */
  olderThanDays?: number
  /** Only this workspace. */
  workspaceId?: string
}

/** A workspace, and the moment before which its deliveries are removed. */
type Term = { workspaceId: string; before: Date }

/**
 * Removes messages older than the retention, with their attempts; messages that are pending, held or locked stay.
 * @returns how many
 */
export async function forgetDeliveries(db: Db, retention: DeliveryRetention): Promise<number> {
  let removed = 0
  for (const { workspaceId, before } of await readRetention(db, retention)) {
    for (let last = batch; last === batch; removed += last) {
      const { numAffectedRows } = await sql`
        delete from messages where workspace_id = ${workspaceId} and id = any(array(
          select old.id from webhooks cross join lateral (${oldOnes(before, batch)} for update skip locked) as old
          where webhooks.workspace_id = ${workspaceId} limit ${batch}))`.execute(db)
      last = Number(numAffectedRows)
    }
  }
  return removed
}

/** @returns how many `forgetDeliveries` would remove */
export async function countOldDeliveries(db: Db, retention: DeliveryRetention): Promise<number> {
  let count = 0
  for (const { workspaceId, before } of await readRetention(db, retention)) {
    const { rows } = await sql<{ old: string }>`
      select count(*) as old from webhooks cross join lateral (${oldOnes(before, null)}) as old
      where webhooks.workspace_id = ${workspaceId}`.execute(db)
    count += Number(rows[0]!.old)
  }
  return count
}

/** Reads one webhook's old messages along an index: the cost does not depend on what other workspaces keep. */
const oldOnes = (before: Date, limit: number | null) => sql`
  select id from messages where messages.workspace_id = webhooks.workspace_id and messages.webhook_id = webhooks.id
    and created_at < ${before} and status not in ('pending', 'held')
  order by created_at limit ${limit}`

async function readRetention(db: Db, { now, days, olderThanDays, workspaceId }: DeliveryRetention): Promise<Term[]> {
  let query = db
    .selectFrom('workspaces')
    .select(['id', 'delivery_retention_days', 'legal_hold'])
    .where((eb) =>
      eb.exists(
        eb.selectFrom('webhooks').select('webhooks.id').whereRef('webhooks.workspace_id', '=', 'workspaces.id'),
      ),
    )
    .where(notFrozen('workspaces.id'))
    .orderBy('id')
  if (workspaceId !== undefined) query = query.where('id', '=', workspaceId)
  return (await query.execute()).map(({ id, delivery_retention_days: own, legal_hold }) => {
    const wanted = olderThanDays ?? Math.min(own ?? days, days)
    const kept = legal_hold === null ? wanted : Math.max(wanted, days)
    return { workspaceId: id, before: new Date(now.getTime() - kept * dayMs) }
  })
}
