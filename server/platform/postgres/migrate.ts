/** Brings the schema up to date: runs the files of migrations/ in the order of their names, each once. */
import { readdir, readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { OperatorError } from '../errors.ts'
import { version } from '../version.ts'
import { findTemporaryFailure } from './database-errors.ts'
import type { Db } from './db.ts'

export const migrationsFolder = new URL('../../../migrations/', import.meta.url)

/**
 * All in one transaction, so that after a failure the release before still runs over its schema. If many processes start
 * at once, the first one migrates and the others wait.
 * @returns the names of the migrations that were run
 * @throws {OperatorError} the database has a schema that this release does not know, or PostgreSQL refused a statement:
 *   the message names the migration, and nothing is changed
 */
export async function migrate(db: Db, folder = migrationsFolder): Promise<string[]> {
  return db.connection().execute(async (alone) => {
    // Kysely has a lock too, but reads the tables before it takes it, and fails if they change in between.
    await sql`select pg_advisory_lock(hashtextextended('migrate', 0))`.execute(alone)
    try {
      return await migrateAlone(alone, folder)
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended('migrate', 0))`.execute(alone)
    }
  })
}

async function migrateAlone(db: Db, folder: URL): Promise<string[]> {
  await requireKnownSchema(db, folder)
  const { error, results = [] } = await migrator(db, folder).migrateToLatest()
  if (!error) return results.map(({ migrationName }) => migrationName)
  const failed = results.find(({ status }) => status === 'Error')
  // Lacking rights and what passes have sentences of their own.
  if (!failed || (error as { code?: string }).code === '42501' || findTemporaryFailure(error)) throw error
  throw new OperatorError(
    `The migration ${failed.migrationName} failed (${(error as Error).message}). Nothing was changed: the release before this one still runs over this database.`,
    { cause: error },
  )
}

/** Whether a migration was ever begun here. */
export async function hasSchema(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select to_regclass('kysely_migration') is not null as has`.execute(db)
  return rows[0]!.has
}

/**
 * For commands that work without the key, so that they cannot bring the schema up to date.
 * @throws {OperatorError} there is no schema
 */
export async function requireSchema(db: Db): Promise<void> {
  if (await hasSchema(db)) return
  throw new OperatorError(
    'The database is empty: first import a world (minutebook import FILE), or set DATA_DIR or DATABASE_URL to those of the service.',
  )
}

/**
 * A release must not run over a schema that it does not know: it would write what the schema's own rules forbid.
 * @throws {OperatorError} migrations have run here that this release does not have
 */
export async function requireKnownSchema(db: Db, folder = migrationsFolder): Promise<void> {
  if (!(await hasSchema(db))) return
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const known = new Set(Object.keys(await readMigrations(folder)))
  const [first, ...others] = rows.filter(({ name }) => !known.has(name)).map(({ name }) => name)
  if (first === undefined) return
  const names = others.length > 0 ? `${first} and ${others.length} more` : first
  throw new OperatorError(
    `The database has a schema that release ${version} does not know (${names}): start the release that made it, or restore a backup from before it.`,
  )
}

/** Whether the schema is the one this code was written for. */
export async function isMigrated(db: Db): Promise<boolean> {
  return (await pendingMigrations(db)).length === 0
}

/** The names of the migrations that this database lacks. It changes nothing. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const migrations = await migrator(db, migrationsFolder).getMigrations()
  return migrations.filter(({ executedAt }) => !executedAt).map(({ name }) => name)
}

/** The files in their order; schema.sql beside them is not one of them. */
export async function migrationFiles(folder = migrationsFolder): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort()
}

function migrator(db: Db, folder: URL): Migrator {
  return new Migrator({ db, provider: { getMigrations: () => readMigrations(folder) } })
}

async function readMigrations(folder: URL) {
  const migrations = (await migrationFiles(folder)).map(async (name) => {
    const text = await readFile(new URL(name, folder), 'utf8')
    return [name.slice(0, -4), { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) }] as const
  })
  return Object.fromEntries(await Promise.all(migrations))
}
