/**
 * The embedded PostgreSQL of a data folder: one server, any number of processes, started by the first and stopped by
 * the last of them.
 *
 * PostgreSQL itself counts the processes that use it. Each holds one advisory lock in shared mode, on a connection of
 * its own that closes with the process. A process that leaves tries to take the lock exclusively: if it succeeds, no
 * other process uses the server, and new ones wait until the server has stopped and can be started again. For a process
 * that is killed its guard does so (guard.ts).
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { KeptClient } from '../postgres/kept-client.ts'
import { type Cluster, type Progress, passwordFileOf, prepareCluster, superuser } from './cluster.ts'
import { startGuard } from './guard.ts'
import { EmbeddedPostgresError } from './programs.ts'
import { database, prepareDatabase, serviceRole } from './role.ts'
import { boundLog, findServer, logFileOf, startServer, stopServer } from './server.ts'

export { EmbeddedPostgresError } from './programs.ts'

export interface EmbeddedPostgres {
  /** postgres:// address of the database `minutebook`, as its owner, who is not a superuser; it contains the password. */
  url: string
  /** How many other processes use it now. */
  others(): Promise<number>
  /** To be called when no connection is open any more; the last user stops the server. */
  release(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** Server settings such as fsync=off; they apply only if this call starts the server. */
  settings?: Record<string, string>
  /** How long to wait for a server that starts, recovers or stops. */
  patienceSeconds?: number
  /** How long the server runs on when its last user was killed. */
  graceSeconds?: number
  log?: Progress & { warn(details: object, message: string): void }
}

const holdLock = 0x6d696e75 // "minu"
const logCheckMilliseconds = 3_600_000
/** How often a wait is logged. */
const waitLogMs = 5_000
const nothing = () => {}

interface Hold {
  client: pg.Client
  port: number
}

/**
 * Starts the PostgreSQL of a data folder, or joins the one that runs; makes the database on first use.
 * @param dataDir  holds `postgres/`, `postgres-password` and `postgres.log` afterwards
 * @throws {EmbeddedPostgresError} one sentence: why it cannot be opened and what to do
 */
export async function openEmbeddedPostgres(
  dataDir: string,
  { settings = {}, patienceSeconds = 120, graceSeconds = 5, log }: EmbeddedPostgresOptions = {},
): Promise<EmbeddedPostgres> {
  const leaving = new AbortController()
  const patience = () => AbortSignal.any([leaving.signal, AbortSignal.timeout(patienceSeconds * 1_000)])
  const durable = settings.fsync !== 'off'
  const cluster = await prepareCluster(dataDir, { durable, log }).catch((cause) => explain(dataDir, cause))
  const dismissGuard = startGuard(cluster.home, graceSeconds)
  let port = 0
  // If the server crashed or was stopped by hand, its processes wait for it, so one of them starts it again.
  const hold = new KeptClient({
    async connect() {
      const entered = await enter(cluster, patience(), { settings, log: port === 0 ? log : undefined })
      if (port !== 0 && entered.port !== port)
        log?.warn({ port, now: entered.port }, 'The embedded database has a new port: restart Minutebook')
      port ||= entered.port
      return entered.client
    },
    onLost: () => log?.warn({ folder: cluster.folder }, 'The embedded database went away and is being opened again'),
    onBack: nothing,
    onFailure: (err) => log?.warn({ err }, 'The embedded database could not be opened again and is being retried'),
    retryMs: 5_000,
  })
  await hold.get().catch((cause) => explain(dataDir, cause))
  let left: Promise<void> | undefined
  const logCheck = setInterval(() => boundLog(logFileOf(cluster)).catch(nothing), logCheckMilliseconds).unref()

  async function countOthers(): Promise<number> {
    const client = await hold.now
    if (!client) throw new EmbeddedPostgresError(`The PostgreSQL of ${cluster.folder} went away: try again.`)
    const { rows } = await client.query(
      `select count(*)::integer as others from pg_locks
       where locktype = 'advisory' and classid = 0 and objid = $1 and objsubid = 1 and mode = 'ShareLock' and granted
         and pid <> pg_backend_pid()`,
      [holdLock],
    )
    return rows[0].others
  }

  async function leave(): Promise<void> {
    leaving.abort()
    clearInterval(logCheck)
    const last =
      (await hold.stop()) ?? (await enter(cluster, AbortSignal.timeout(5_000)).catch(() => undefined))?.client
    if (last && (await giveUp(cluster, last, log))) dismissGuard()
  }

  return {
    url: `postgres://${serviceRole}:${encodeURIComponent(cluster.password)}@127.0.0.1:${port}/${database}`,
    others: countOthers,
    release: () => (left ??= leave()),
  }
}

/** Stops the server of a data folder if it runs and no process uses it. */
export async function stopUnused(dataDir: string): Promise<void> {
  if (!existsSync(join(dataDir, 'postgres', 'postmaster.pid'))) return
  const cluster = await prepareCluster(dataDir, { durable: true })
  const { client } = await enter(cluster, AbortSignal.timeout(120_000))
  await giveUp(cluster, client)
}

/** Gives up the hold, and stops the server if nobody else has one. @returns whether it has stopped or has other users */
async function giveUp(cluster: Cluster, hold: pg.Client, log?: EmbeddedPostgresOptions['log']): Promise<boolean> {
  try {
    await hold.query('select pg_advisory_unlock_shared($1)', [holdLock])
    const { rows } = await hold.query('select pg_try_advisory_lock($1) as alone', [holdLock])
    const isLeft = !rows[0].alone || (await stopServer(cluster))
    if (!isLeft) log?.warn({ folder: cluster.folder }, 'The embedded database did not stop yet')
    return isLeft
  } catch (err) {
    log?.warn({ err }, 'The embedded database went away while it was being left')
    return false
  } finally {
    await hold.end().catch(nothing)
  }
}

/**
 * Tries until it holds the lock. Meanwhile the server may be starting, recovering, or being stopped by its last user;
 * then this waits for it and starts it again.
 * @param settings  to start the server with; without them it is not started
 */
async function enter(
  cluster: Cluster,
  patience: AbortSignal,
  { settings, log }: { settings?: Record<string, string>; log?: Progress } = {},
): Promise<Hold> {
  let answer = 'it gave none'
  let loggedAt = performance.now()
  let startedHere = false
  while (!patience.aborted) {
    const server = await findServer(cluster)
    if (server) {
      const result = await takeHold(cluster, server.port).catch(async (error) => {
        // No other process could use the server either: all have the same password.
        if (startedHere) await stopServer(cluster)
        throw error
      })
      if (typeof result === 'object') return result
      answer = result
    } else {
      if (!settings) break
      log?.info({ folder: cluster.folder }, 'PostgreSQL is being started')
      const refusal = await startServer(cluster, settings, patience)
      startedHere ||= !refusal
      if (!refusal) continue
      answer = refusal
    }
    if (performance.now() > loggedAt + waitLogMs) {
      log?.info({ answer }, 'Waiting for PostgreSQL')
      loggedAt = performance.now()
    }
    await pause(100)
  }
  throw new EmbeddedPostgresError(
    `The PostgreSQL of ${cluster.folder} did not get ready in time (its last answer: ${answer}): it may still be recovering, so try again, see ${logFileOf(cluster)}, or set DATABASE_URL to a PostgreSQL of your own.`,
  )
}

/** @returns the hold, or why there is none yet */
async function takeHold(cluster: Cluster, port: number): Promise<Hold | string> {
  const connection = {
    host: '127.0.0.1',
    port,
    user: superuser,
    password: cluster.password,
    // Not `minutebook`: this connection would keep that database from being dropped, or copied as a template.
    database: 'postgres',
    application_name: 'minutebook hold',
    connectionTimeoutMillis: 3_000,
    query_timeout: 10_000,
    ssl: false,
  }
  const client = new pg.Client(connection)
  client.on('error', nothing) // the 'end' event reports it
  try {
    await client.connect()
    const { rows } = await client.query('select pg_try_advisory_lock_shared($1) as held', [holdLock])
    if (!rows[0].held) throw new Error('the server is being stopped')
    await prepareDatabase(client, connection)
    return { client, port }
  } catch (error) {
    await client.end().catch(nothing)
    const { code, message } = error as pg.DatabaseError
    if (!code?.startsWith('28')) return message
    throw new EmbeddedPostgresError(
      `The PostgreSQL of ${cluster.folder} does not take the password in ${passwordFileOf(cluster.home)}: put the file back from a backup, or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    )
  }
}

function explain(dataDir: string, cause: unknown): never {
  if (!(cause instanceof Error) || !('syscall' in cause)) throw cause
  throw new EmbeddedPostgresError(
    `The data folder ${dataDir} cannot be used (${cause.message}): make it accessible to the user who runs Minutebook, choose another DATA_DIR, or set DATABASE_URL to a PostgreSQL of your own.`,
    { cause },
  )
}
