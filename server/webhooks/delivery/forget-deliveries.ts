/** The log of deliveries is kept for a while and then goes, piece by piece (decision 39). */
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/db.ts'

const piece = 10_000

/** Removes messages older than the retention, with their attempts; what still waits or is held, or is in use, stays. @returns how many */
export async function forgetDeliveries(db: Db, before: Date): Promise<number> {
  let removed = 0
  for (let last = piece; last === piece; removed += last) {
    const { numAffectedRows } = await sql`
      delete from messages where (workspace_id, id) in (
        select workspace_id, id from messages where created_at < ${before} and status not in ('pending', 'held')
        order by created_at limit ${piece} for update skip locked)`.execute(db)
    last = Number(numAffectedRows)
  }
  return removed
}
