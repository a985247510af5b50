/** The first release as SQL: a whole database with a row in every table and a waiting job, for the tests that upgrade it. */
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { getConstructionPlans } from 'pg-boss'
import { asSuperuser } from '../../server/platform/embedded-postgres/role.ts'
import type { Db } from '../../server/platform/postgres/db.ts'
import { migrationFiles, migrationsFolder } from '../../server/platform/postgres/migrate.ts'
import { type Database, openDatabase, runSql } from './databases.ts'

export const releaseFile = new URL('../fixtures/release-0.1.0.sql', import.meta.url)

const heading = `-- A database of release 0.1.0. \`npm run schema\` writes this file until 0.1.0 is released, and never after.`
const border = '\n-- ROWS\n'
/** As kysely makes them. */
const migrationTables = `
create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0);`

export async function dumpRelease(db: Db): Promise<string> {
  const migrations = (await migrationFiles()).map((name) => readFile(new URL(name, migrationsFolder), 'utf8'))
  const schema = [heading, ...(await Promise.all(migrations)), migrationTables, getConstructionPlans()]
  // Its row of the version is among the rows.
  return [
    ...schema,
    'delete from pgboss.version;',
    border,
    ...(await readRows(db)),
    ...(await readSequences(db)),
    '',
  ].join('\n')
}

/** One statement for each row. */
async function readRows(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string; columns: string }>`
    select format('%I.%I', nspname, relname) as name,
      (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname in ('public', 'pgboss') order by name`.execute(db)
  const statements: string[] = []
  for (const { name, columns } of tables) {
    const { rows } = await sql<{ text: string }>`
      select format('insert into %s (%s) overriding system value select %2$s from json_populate_record(null::%1$s, %3$L);',
        ${name}::text, ${columns}::text, row_to_json(row)) as text from ${sql.raw(name)} row`.execute(db)
    statements.push(...rows.map(({ text }) => text))
  }
  return statements
}

async function readSequences(db: Db): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select format('select setval(%L, %s);', format('%I.%I', schemaname, sequencename), last_value) as text
    from pg_sequences where schemaname in ('public', 'pgboss') and last_value is not null order by text`.execute(db)
  return rows.map(({ text }) => text)
}

/** A new database that has what the release left. */
export async function restoreRelease(): Promise<Database> {
  const [schema, rows] = (await readFile(releaseFile, 'utf8')).split(border)
  const database = await openDatabase('template1')
  await runSql(database.url, schema!)
  // As they are: no trigger reacts, and no order is needed for the references.
  await runSql(asSuperuser(database.url), `set session_replication_role = replica; ${rows}`)
  return database
}
