/** Databases on the server of test/support/setup.ts, each a clone of its migrated template or of another database. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../../server/platform/postgres/db.ts'

export type Database = { name: string; url: string; close(): Promise<void> }

export async function openDatabase(template = 'minutebook_template'): Promise<Database> {
  const server = process.env.TEST_DATABASE_SERVER
  assert(server, 'Run the tests by npm test: it starts the PostgreSQL they need')
  const name = `test_${randomBytes(6).toString('hex')}`
  await runSql(server, `create database ${name} template ${template}`)
  const url = new URL(server)
  url.pathname = name
  return { name, url: url.href, close: () => runSql(server, `drop database ${name} with (force)`) }
}

/** Runs one statement on a new connection. */
export async function runSql(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

/** Removes all rows except those that the service writes when it opens. */
export const clearRows = async (db: Db) => void (await sql`select emptying.clear()`.execute(db))

/** Resets a database to its first state. @returns whether that was possible */
export async function renewDatabase(db: Db): Promise<boolean> {
  const { rows } = await sql<{ fit: boolean }>`select emptying.is_renewable() as fit`.execute(db)
  if (rows[0]!.fit) await clearRows(db)
  return rows[0]!.fit
}
