/** The PostgreSQL connection: pool, query builder, migrations. */
import { readdir, readFile } from 'node:fs/promises'
import { type Expression, Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import Cursor from 'pg-cursor'
import type { Tables } from '../../tables.ts'
import { OperatorError } from '../errors.ts'
import { readUtc } from '../time.ts'
import { version } from '../version.ts'
import { Pool } from './pool.ts'
import { PreparingClient } from './preparing-client.ts'
import { SharedPool } from './shared-pool.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

// A date is a day, not a moment: as a Date it would shift with the server's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

// Sessions use UTC (below); a moment in another form is left to the driver's own, slower parser.
const parseMoment = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => readUtc(text) ?? parseMoment(text))

const migrationsFolder = new URL('../../../migrations/', import.meta.url)

// Pages of 20 are read along indexes that fit in memory. Parallel workers and compilation cost more than they save there
// (a title search at 100,000 notes: 6 ms with workers, 1 ms without), and a random page costs no more than the next. Kept
// plans are used at once: by default PostgreSQL plans a list each time, at twice the cost of running it, because it
// estimates the given person as cheaper than the average one. A bitmap scan that finds very many rows and runs out of
// memory keeps pages in place of rows, and checks every row of them again: 60 times the cost.
const session = [
  'max_parallel_workers_per_gather=0',
  'jit=off',
  'random_page_cost=1.1',
  'work_mem=32MB',
  'plan_cache_mode=force_generic_plan',
  'timezone=UTC',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')

/** A value that decides how a statement is planned, escaped by the driver and written into the text. */
export function decisive(value: string | Date): RawBuilder<unknown> {
  // JavaScript puts a sign and six digits before the year 10000, PostgreSQL takes the plain number.
  const text = typeof value === 'string' ? value : value.toISOString().replace(/^\+0/, '')
  return sql.raw(pg.escapeLiteral(text))
}

/** Rows as a table of the same shape: one parameter and one text, however many. The query that uses it names the columns. */
export function asRows(table: keyof Tables, rows: object[]): RawBuilder<unknown> {
  return sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`
}

/** The column if it is wanted, otherwise null: the column is not read then. */
export function ifWanted<T>(wanted: boolean, column: Expression<T>): RawBuilder<T | null> {
  return wanted ? sql<T>`${column}` : sql<null>`null`
}

/** Reads in a transaction whose statements all see the same moment, whatever is deleted or changed meanwhile. */
export function inSnapshot<Result>(db: Db, read: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}

/** Locks this key until the transaction ends: two transactions at once must not exceed a limit together. */
export async function lockKey(tx: Tx, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}

/** What differs from one use of connections to another. Times are milliseconds; 0 is no limit. */
export type PoolTerms = {
  name: string
  max: number
  /** Time to get a connection. */
  waitMs: number
  /** Time for a statement, waiting included. */
  statementMs: number
  /** Time for each lock that a statement waits for. */
  lockMs: number
  /** Time after which an idle connection is closed. */
  idleMs: number
  /** Callers share them fairly. */
  isShared?: boolean
  /** More settings of its sessions, such as how statements are planned. */
  settings?: string
}

/** For jobs, deliveries, imports and migrations: they have no time limit. */
export const workTerms: PoolTerms = {
  ...{ name: 'minutebook', max: 16, idleMs: 10_000 },
  ...{ waitMs: 10_000, statementMs: 0, lockMs: 0 },
}

/**
 * For deliveries: every statement reads a few rows by their keys. A plan that PostgreSQL made while the tables were
 * small would go on reading them from end to end: twenty times the cost with 4,000 messages.
 */
export const deliveryTerms: PoolTerms = {
  ...{ ...workTerms, name: 'minutebook deliveries', max: 4 },
  settings: '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off',
}

/** For requests: every request is answered in time, also while a table is locked or a statement runs away. */
export const requestTerms: PoolTerms = {
  ...workTerms,
  ...{ name: 'minutebook requests', isShared: true, statementMs: 15_000, lockMs: 5_000 },
}

/**
 * For moving rows to another database as they are: triggers do not react, and nothing is refused (migrations/0047_cells.sql).
 * Values are written as the same text on both sides.
 */
export const movingTerms: PoolTerms = {
  ...{ ...workTerms, name: 'minutebook cells', max: 4 },
  settings:
    '-c minutebook.moving=on -c datestyle=ISO -c intervalstyle=iso_8601 -c bytea_output=hex -c extra_float_digits=1',
}

/** One connection that is kept open, so that readiness can be checked while all others are busy. */
export const readinessTerms: PoolTerms = {
  ...{ name: 'minutebook readiness', max: 1, idleMs: 0 },
  ...{ waitMs: 1_500, statementMs: 1_000, lockMs: 1_000 },
}

/** One connection for the counts of requests: they wait only for each other, and not long. */
export const countTerms: PoolTerms = {
  ...{ name: 'minutebook counts', max: 1, idleMs: 10_000 },
  ...{ waitMs: 1_500, statementMs: 1_000, lockMs: 1_000 },
}

/**
 * Connects lazily; a connection that PostgreSQL ends is replaced by the next query.
 * @param url   postgres:// address
 * @param log   receives a warning for each connection that fails while idle
 */
export function openPool(
  url: string,
  log: { warn(details: object, message: string): void },
  { name, max, waitMs, statementMs, lockMs, idleMs, isShared = false, settings = '' }: PoolTerms = workTerms,
): Pool {
  const pool = new (isShared ? SharedPool : Pool)({
    connectionString: url,
    options: `${session} -c statement_timeout=${statementMs} -c lock_timeout=${lockMs} ${settings}`,
    Client: PreparingClient as typeof pg.Client,
    ...{ application_name: name, max, connectionTimeoutMillis: waitMs, idleTimeoutMillis: idleMs },
  })
  // The error itself contains the whole client with its secrets.
  pool.on('error', ({ message }) => log.warn({ reason: message }, 'A database connection was lost'))
  return pool
}

export function openDb(pool: pg.Pool): Db {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool, cursor: Cursor }) })
}

/** Closes all connections. One still checked out after a second is cut off; PostgreSQL rolls its transaction back. */
export async function closeDb(db: Db, pool: Pool): Promise<void> {
  const cut = setTimeout(() => pool.cutOff(), 1_000)
  try {
    await db.destroy()
  } finally {
    clearTimeout(cut)
  }
}

/**
 * Brings the schema up to date: each migration in a transaction of its own, so that none holds the locks of the one
 * before. If many processes start at once, the first one migrates and the others wait.
 * @returns the names of the migrations that were run
 * @throws {Error} the first statement that PostgreSQL refused; that migration has changed nothing then
 */
export async function migrate(db: Db): Promise<string[]> {
  return db.connection().execute(async (alone) => {
    // Kysely has a lock too, but reads the tables before it takes it, and fails if they change in between.
    await sql`select pg_advisory_lock(hashtextextended('migrate', 0))`.execute(alone)
    try {
      return await migrateAlone(alone)
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended('migrate', 0))`.execute(alone)
    }
  })
}

async function migrateAlone(db: Db): Promise<string[]> {
  await requireKnownSchema(db)
  await renameMigrations(db)
  const names: string[] = []
  for (;;) {
    const { error, results = [] } = await migrator(db).migrateUp()
    if (error) throw error
    if (results.length === 0) return names
    names.push(...results.map((result) => result.migrationName))
  }
}

/** The same migrations under the names that a tree of November 20, 2026 gave them, before they got their order of today. */
const formerNames = {
  '0008_people': '0009_people',
  '0009_listeners': '0010_listeners',
  '0010_items_by_due_date': '0011_items_by_due_date',
  '0011_request_counts': '0012_request_counts',
  '0012_feeds_without_address': '0013_feeds_without_address',
  '0013_sight_of_events_gone': '0014_sight_of_events_gone',
}

/** Without this, a database that ran them under a former name would be refused: its migrations would seem unknown. */
async function renameMigrations(db: Db): Promise<void> {
  if (!(await hasSchema(db))) return
  await sql`
    update kysely_migration set name = known.name
    from unnest(${Object.keys(formerNames)}::text[], ${Object.values(formerNames)}::text[]) as known (former, name)
    where kysely_migration.name = known.former`.execute(db)
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
 * A release must not run over a schema that it does not know: it would write what the newer one's rules forbid.
 * @throws {OperatorError} migrations have run here that this release does not have
 */
export async function requireKnownSchema(db: Db): Promise<void> {
  if (!(await hasSchema(db))) return
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const known = new Set([...Object.keys(await readMigrations()), ...Object.keys(formerNames)])
  const unknown = rows.filter(({ name }) => !known.has(name)).map(({ name }) => name)
  if (unknown.length === 0) return
  throw new OperatorError(
    `The database was brought up to date by a newer release than ${version} (${unknown.join(', ')}): start that release, or restore a backup from before it.`,
  )
}

/** Whether the schema is the one this code was written for. */
export async function isMigrated(db: Db): Promise<boolean> {
  return (await pendingMigrations(db)).length === 0
}

/** The names of the migrations that this database lacks. It changes nothing. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const migrations = await migrator(db).getMigrations()
  return migrations.filter(({ executedAt }) => !executedAt).map(({ name }) => name)
}

function migrator(db: Db): Migrator {
  return new Migrator({ db, provider: { getMigrations: readMigrations } })
}

async function readMigrations() {
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort()
  const migrations = names.map(async (name) => {
    const text = await readFile(new URL(name, migrationsFolder), 'utf8')
    return [name.slice(0, -4), { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) }] as const
  })
  return Object.fromEntries(await Promise.all(migrations))
}
