/** Statistics of tables that PostgreSQL has never measured. */
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from './db.ts'

/** Smaller tables are read from end to end in some milliseconds, however they are planned. */
export const leastBytes = 1_048_576

/**
 * After a dump was restored PostgreSQL knows no sizes until autovacuum comes by, and plans for tables of ten pages: in
 * 1,000,000 notes a share then took 12 s instead of 20 ms. Measuring them takes some seconds.
 */
export async function measureTables(db: Db, log: Pick<Logger, 'info'>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and reltuples < 0
      and pg_relation_size(oid) >= ${leastBytes}::bigint and pg_get_userbyid(relowner) = current_user
    order by relname`.execute(db)
  const tables = rows.map(({ name }) => name)
  if (tables.length === 0) return
  log.info({ tables }, 'PostgreSQL has never measured these tables: it does now')
  // Another process may be at it.
  await sql`analyze (skip_locked) ${sql.join(tables.map((name) => sql.table(name)))}`.execute(db)
}
