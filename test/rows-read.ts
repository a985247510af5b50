/** What a deed costs PostgreSQL, however long it takes. */
import { sql } from 'kysely'
import type { Db } from '../server/platform/db.ts'

/**
 * Messages, and entries of their indexes, read so far. The pool lends the connection that came back last, so that all of
 * this goes over one.
 */
export async function messagesRead(db: Db): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ read: string }>`
    select seq_tup_read + coalesce(idx_tup_fetch, 0) + (
      select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'messages') as read
    from pg_stat_user_tables where relname = 'messages'`.execute(db)
  return Number(rows[0]!.read)
}
