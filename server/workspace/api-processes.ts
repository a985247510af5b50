/**
 * Knows whether other processes of the API share the database. Each holds an advisory lock of PostgreSQL, by its
 * number, on a connection of its own, and notifies the others when it takes the lock. The lock ends when the process
 * ends, for any reason.
 */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Db } from '../platform/postgres/db.ts'
import { Wakeups } from '../platform/postgres/wakeups.ts'

const lockClass = 0x61706970 // "apip"
const notifyChannel = 'minutebook_api_processes'
/** How often it checks without a notification: the end of a process sends none. */
const checkEveryMs = 10_000

export class ApiProcesses {
  readonly #db: Db
  readonly #number = randomInt(1, 2 ** 31)
  readonly #wakeups: Wakeups
  #hasOthers = false
  #stopping = false
  #running: Promise<void> | undefined

  constructor(databaseUrl: string, db: Db, log: Logger) {
    this.#db = db
    this.#wakeups = new Wakeups(databaseUrl, notifyChannel, log, (client) => this.#takeLock(client))
  }

  get hasOthers(): boolean {
    return this.#hasOthers
  }

  /** When it resolves, the others are notified, and this process knows of them unless the database was too busy. */
  async start(): Promise<void> {
    await this.#wakeups.start()
    await this.#tryCheck()
    this.#running = this.#follow()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    await this.#wakeups.stop()
    await this.#running
  }

  async #follow(): Promise<void> {
    while (!this.#stopping) {
      await this.#wakeups.woken(checkEveryMs)
      if (!this.#stopping) await this.#tryCheck()
    }
  }

  /** While the database does not answer, the last answer is kept. */
  async #tryCheck(): Promise<void> {
    await this.#check().catch(() => {})
  }

  async #check(): Promise<void> {
    const { rows } = await sql`
      select from pg_locks where locktype = 'advisory' and classid = ${lockClass}::bigint and objsubid = 2
        and objid <> ${this.#number}::bigint::oid
        and database = (select oid from pg_database where datname = current_database()) limit 1`.execute(this.#db)
    this.#hasOthers = rows.length > 0
  }

  /** The lock is shared, because PostgreSQL may not know yet that the connection before this one is gone. */
  async #takeLock(client: pg.Client): Promise<void> {
    await client.query('select pg_advisory_lock_shared($1, $2)', [lockClass, this.#number])
    await client.query(`notify ${notifyChannel}`)
  }
}
