/** All data of a database, for tests of deletion. */
import { isUtf8 } from 'node:buffer'
import { sql } from 'kysely'
import type { Db } from '../../server/platform/postgres/db.ts'

/** PostgreSQL prints bytes as hexadecimal, in which no test would find a word. */
function readable(_key: string, value: unknown): unknown {
  if (typeof value !== 'string' || !/^\\x([0-9a-f]{2})+$/.test(value)) return value
  const bytes = Buffer.from(value.slice(2), 'hex')
  return isUtf8(bytes) ? bytes.toString() : value
}

/** Every row of every table, as `table {json}`; bytes as text, if they are UTF-8. */
export async function everyRow(db: Db): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db)
  const rows = tables.rows.map(async ({ name }) => {
    const found = await sql<{
      row: object
    }>`select to_jsonb(t) - 'last_used_at' as row from ${sql.raw(name)} t`.execute(db)
    return found.rows.map(({ row }) => `${name.replace('public.', '')} ${JSON.stringify(row, readable)}`)
  })
  return (await Promise.all(rows)).flat().sort()
}

/** The tables that contain the word. */
export async function tracesOf(db: Db, word: string): Promise<string[]> {
  const rows = (await everyRow(db)).filter((row) => row.includes(word))
  return [...new Set(rows.map((row) => row.split(' ')[0]!))]
}
