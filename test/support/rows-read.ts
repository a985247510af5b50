/**
 * What an action costs PostgreSQL, however long it takes. The pool lends the connection that came back last, so that all of this
 * goes over one.
 */
import { sql } from 'kysely'
import type { Db } from '../../server/platform/postgres/db.ts'
import type { Tables } from '../../server/tables.ts'

/** Rows of a table that were read so far. */
export async function rowsRead(db: Db, table: keyof Tables): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ read: string }>`
    select seq_tup_read + coalesce(idx_tup_fetch, 0) as read
    from pg_stat_user_tables where relname = ${table}`.execute(db)
  return Number(rows[0]!.read)
}

/** Messages, and entries of their indexes, read so far. */
export async function messagesRead(db: Db): Promise<number> {
  const messages = await rowsRead(db, 'messages')
  const { rows } = await sql<{ read: string }>`
    select sum(idx_tup_read) as read from pg_stat_user_indexes where relname = 'messages'`.execute(db)
  return messages + Number(rows[0]!.read)
}
