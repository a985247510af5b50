/** Counts and hashes the rows of a workspace, so that two databases can be compared. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { type Shifts, textOf } from './copy-rows.ts'
import type { CarriedTable } from './tables.ts'

export type Fingerprint = { rows: string; hash: string }

/**
 * The sum of the hashes of the rows, whatever their order.
 * @param shifts  turn the numbers of the source into those of the target
 */
export async function fingerprint(
  db: Db | Tx,
  { name, owner, columns }: CarriedTable,
  workspaceId: string,
  shifts: Shifts = new Map(),
): Promise<Fingerprint> {
  const row = sql`row(${sql.join(columns.map((column) => textOf(column, shifts)))})::text`
  const hashed = sql`('x' || substr(encode(sha256(convert_to(${row}, 'UTF8')), 'hex'), 1, 16))::bit(64)::bigint::numeric`
  const { rows } = await sql<Fingerprint>`
    select count(*)::text as rows, coalesce(sum(${hashed}), 0)::text as hash from ${sql.table(name)}
    where ${sql.ref(owner)} = ${workspaceId}`.execute(db)
  return rows[0]!
}
