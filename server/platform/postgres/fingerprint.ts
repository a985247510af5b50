/** Counts and hashes rows, so that two tables can be compared without their rows in memory. */
import { type RawBuilder, sql } from 'kysely'

export type Fingerprint = { rows: string; hash: string }

/**
 * What to select: the count of the rows, and the sum of their hashes, whatever their order.
 * @param row  the text of a row
 */
export function fingerprintOf(row: RawBuilder<string>) {
  const hash = sql`('x' || substr(encode(sha256(convert_to(${row}, 'UTF8')), 'hex'), 1, 16))::bit(64)::bigint::numeric`
  return sql<Fingerprint>`count(*)::text as rows, coalesce(sum(${hash}), 0)::text as hash`
}
