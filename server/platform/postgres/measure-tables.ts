/** Statistics of tables that PostgreSQL has never measured. */
import { sql } from 'kysely'
import type { Db } from './db.ts'

/** Smaller tables are read from end to end in some milliseconds, however they are planned. */
const leastBytes = 1_048_576

/**
 * A restored dump has no statistics until autovacuum comes by: in 1,000,000 notes a share then took 12 s instead of 25 ms.
 * Measuring takes some seconds. Tables that another process measures now are left to it, and those of another role.
 * @returns the tables that it measured
 */
export async function measureTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = (select oid from pg_namespace where nspname = current_schema())
      and pg_relation_size(oid) >= ${leastBytes}::bigint and pg_has_role(relowner, 'usage')
      and not exists (select from pg_stats where schemaname = current_schema() and tablename = relname)
    order by relname`.execute(db)
  const tables = rows.map(({ name }) => name)
  if (tables.length > 0) await sql`analyze (skip_locked) ${sql.join(tables.map((name) => sql.table(name)))}`.execute(db)
  return tables
}
