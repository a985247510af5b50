/**
 * The cost of an action in PostgreSQL, independent of time. The pool hands out the last released connection, so all
 * statements use the same connection.
 */
import { sql } from 'kysely'
import type { Db } from '../../server/platform/postgres/db.ts'
import type { Tables } from '../../server/platform/postgres/tables.ts'

/** Number of rows of a table that were read so far. */
export async function rowsRead(db: Db, table: keyof Tables): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ read: string }>`
    select seq_tup_read + coalesce(idx_tup_fetch, 0) as read
    from pg_stat_user_tables where relname = ${table}`.execute(db)
  return Number(rows[0]!.read)
}

/** Number of messages and of entries of their indexes that were read so far. */
export async function messagesRead(db: Db): Promise<number> {
  const messages = await rowsRead(db, 'messages')
  const { rows } = await sql<{ read: string }>`
    select sum(idx_tup_read) as read from pg_stat_user_indexes where relname = 'messages'`.execute(db)
  return messages + Number(rows[0]!.read)
}
