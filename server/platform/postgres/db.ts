/** The PostgreSQL connection: pool and query builder. */
import { type Expression, Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from 'kysely'
import pg from 'pg'
import Cursor from 'pg-cursor'
import { readUtc } from '../time.ts'
import { Pool } from './pool.ts'
import { PreparingClient } from './preparing-client.ts'
import { SharedPool } from './shared-pool.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

// A date is a day, not a moment: as a Date it would shift with the server's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

// In local time, which has whole minutes, a moment before 1900 would shift by seconds.
pg.defaults.parseInputDatesAsUTC = true

// Sessions use UTC (below); a moment in another form is left to the driver's own, slower parser.
const parseMoment = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => readUtc(text) ?? parseMoment(text))

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

/**
 * True if the query finds a row, asked for each row along an index. Without `offset 0` PostgreSQL may read all that the
 * query can find first: the sight of a person in 200 channels for the recordings of one page took 57 ms instead of 0.4.
 */
export const probe = (query: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (${query} offset 0)`

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
export type PoolOptions = {
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
export const workOptions: PoolOptions = {
  name: 'minutebook',
  max: 16,
  idleMs: 10_000,
  waitMs: 10_000,
  statementMs: 0,
  lockMs: 0,
}

/**
 * For deliveries: every statement reads a few rows by their keys. A plan that PostgreSQL made while the tables were
 * small would go on reading them from end to end: twenty times the cost with 4,000 messages.
 */
export const deliveryOptions: PoolOptions = {
  ...workOptions,
  name: 'minutebook deliveries',
  max: 4,
  settings: '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off',
}

/** For requests: every request is answered in time, also while a table is locked or a statement runs away. */
export const requestOptions: PoolOptions = {
  ...workOptions,
  name: 'minutebook requests',
  isShared: true,
  statementMs: 15_000,
  lockMs: 5_000,
}

/**
 * For moving rows to another database as they are: no trigger reacts, and nothing is refused. The role needs the right to
 * set `session_replication_role`. Values are written as the same text on both sides.
 */
export const movingOptions: PoolOptions = {
  ...workOptions,
  name: 'minutebook cells',
  max: 4,
  settings:
    '-c session_replication_role=replica -c datestyle=ISO -c intervalstyle=iso_8601 -c bytea_output=hex -c extra_float_digits=1',
}

/** One connection that is kept open, so that readiness can be checked while all others are busy. */
export const readinessOptions: PoolOptions = {
  name: 'minutebook readiness',
  max: 1,
  idleMs: 0,
  waitMs: 1_500,
  statementMs: 1_000,
  lockMs: 1_000,
}

/**
 * Connects lazily; a connection that PostgreSQL ends is replaced by the next query.
 * @param url   postgres:// address
 * @param log   receives a warning for each connection that fails while idle
 */
export function openPool(
  url: string,
  log: { warn(details: object, message: string): void },
  { name, max, waitMs, statementMs, lockMs, idleMs, isShared = false, settings = '' }: PoolOptions = workOptions,
): Pool {
  const pool = new (isShared ? SharedPool : Pool)({
    connectionString: url,
    options: `${session} -c statement_timeout=${statementMs} -c lock_timeout=${lockMs} ${settings}`,
    Client: PreparingClient as typeof pg.Client,
    application_name: name,
    max,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: idleMs,
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
