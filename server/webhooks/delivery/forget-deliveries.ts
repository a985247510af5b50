/** The log of deliveries is removed after its retention, batch by batch (decision 39). */
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/db.ts'

const batch = 10_000

/** Removes messages older than the retention, with their attempts; messages that are pending, held or locked stay. @returns how many */
export async function forgetDeliveries(db: Db, before: Date): Promise<number> {
  let removed = 0
  for (let last = batch; last === batch; removed += last) {
    const { numAffectedRows } = await sql`
      delete from messages where (workspace_id, id) in (
        select workspace_id, id from messages where created_at < ${before} and status not in ('pending', 'held')
        order by created_at limit ${batch} for update skip locked)`.execute(db)
    last = Number(numAffectedRows)
  }
  return removed
}
