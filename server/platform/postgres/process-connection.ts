/**
 * The connection that shows that its process lives. It holds advisory locks of PostgreSQL, which end with the process,
 * for any reason, and receives notifications.
 *
 * - `hold` keeps a shared lock, which other processes look for. It is taken again after a loss, so a lock that two
 *   checks, 2 s apart, do not find is that of a process that is gone.
 * - `tryHold` takes an exclusive lock. After a loss another process may have it, so its holder is told.
 */
import { randomInt } from 'node:crypto'
import pg from 'pg'
import type { Logger } from 'pino'
import { KeptClient } from './kept-client.ts'
import { serialize } from './mutex.ts'

// PostgreSQL notices within 25 s that the machine of a process is gone. Other processes hold a lock only to check it.
const settings = [
  ...['tcp_keepalives_idle=10', 'tcp_keepalives_interval=5', 'tcp_keepalives_count=3', 'tcp_user_timeout=25000'],
  'lock_timeout=5000',
]

/** @param payload  null after a loss: notifications may have been missed */
export type OnNotify = (payload: string | null) => void

/** SQL: the sessions that hold a lock. @param name  an SQL expression */
export const holdersOf = (name: string) => `(
  select pid from pg_locks where locktype = 'advisory' and objsubid = 1 and granted
    and (classid::bigint << 32) | objid::bigint = hashtextextended(${name}, 0)
    and database = (select oid from pg_database where datname = current_database()))`

export class ProcessConnection {
  /** For names of locks that only this process takes. */
  readonly number = randomInt(1, 2 ** 31)
  readonly #client: KeptClient
  /** What each new connection runs again, and which of it ran on this one. */
  readonly #kept = new Map<string, [text: string, values: string[]]>()
  readonly #ran = new Set<string>()
  readonly #exclusive = new Map<string, () => void>()
  readonly #listeners = new Set<{ notifyChannel: string; onNotify: OnNotify }>()

  constructor(url: string, log: Pick<Logger, 'warn'>) {
    const warn = (message: string) => (error: Error) => log.warn({ reason: error.message }, message)
    this.#client = new KeptClient({
      connect: () => this.#connect(url, warn('The connection that shows that this process lives was lost')),
      onLost: () => this.#onLost(),
      onBack: () => this.#tell(null),
      onFailure: warn('The connection that shows that this process lives could not be made again'),
      retryMs: 1_000,
    })
  }

  /** Takes a shared lock, and takes it again after each loss. */
  async hold(name: string): Promise<void> {
    await this.#keep(lockOf(name), ['select pg_advisory_lock_shared(hashtextextended($1, 0))', [name]])
  }

  async release(name: string): Promise<void> {
    this.#kept.delete(lockOf(name))
    if (!this.#client.now) return
    const unlock = async (client: pg.Client) => {
      if (!this.#ran.delete(lockOf(name))) return
      await client.query('select pg_advisory_unlock_shared(hashtextextended($1, 0))', [name])
    }
    // A lost connection has released the lock.
    await this.#run(unlock).catch(() => {})
  }

  async countHolders(name: string): Promise<number> {
    const { rows } = await this.query(`select count(*)::integer as count from ${holdersOf('$1')} as holder`, [name])
    return rows[0].count
  }

  /**
   * Takes an exclusive lock.
   * @param onLost  called when the connection is lost
   * @returns what releases it; null if this process or another one holds it
   */
  async tryHold(name: string, onLost: () => void): Promise<(() => Promise<void>) | null> {
    // PostgreSQL would grant a session the same lock twice.
    if (this.#exclusive.has(name)) return null
    this.#exclusive.set(name, onLost)
    const isOurs = () => this.#exclusive.get(name) === onLost
    const forget = () => void (isOurs() && this.#exclusive.delete(name))
    let isTaken = false
    try {
      const { rows } = await this.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as taken', [name])
      isTaken = rows[0].taken && isOurs()
    } finally {
      if (!isTaken) forget()
    }
    if (!isTaken) return null
    return async () => {
      if (!isOurs()) return
      await this.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]).catch(() => {})
      forget()
    }
  }

  /**
   * @param notifyChannel  a plain name: letters, digits and `_`
   * @returns what ends it
   */
  async listen(notifyChannel: string, onNotify: OnNotify): Promise<() => void> {
    const listener = { notifyChannel, onNotify }
    await this.#keep(`listen ${notifyChannel}`, [`listen ${notifyChannel}`, []])
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async notify(notifyChannel: string, payload = ''): Promise<void> {
    await this.query('select pg_notify($1, $2)', [notifyChannel, payload])
  }

  /** Resolves when the connection is open, with all its shared locks. */
  async open(): Promise<void> {
    await this.#client.get()
  }

  async close(): Promise<void> {
    await (await this.#client.stop())?.end()
  }

  /** For short statements: all others of the process wait for it. */
  query(text: string, values: unknown[]): Promise<pg.QueryResult> {
    return this.#run((client) => client.query(text, values))
  }

  async #run<Result>(task: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = await this.#client.get()
    return serialize(`process ${this.number}`, () => task(client))
  }

  async #keep(key: string, statement: [string, string[]]): Promise<void> {
    this.#kept.set(key, statement)
    await this.#run((client) => this.#catchUp(client))
  }

  async #catchUp(client: pg.Client): Promise<void> {
    for (const [key, [text, values]] of this.#kept) {
      if (this.#ran.has(key)) continue
      await client.query(text, values)
      this.#ran.add(key)
    }
  }

  async #connect(url: string, onError: (error: Error) => void): Promise<pg.Client> {
    const options = settings.map((setting) => `-c ${setting}`).join(' ')
    const client = new pg.Client({
      connectionString: url,
      application_name: 'minutebook process',
      options,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    })
    client.on('error', onError)
    client.on('notification', ({ channel, payload = '' }) => this.#tell(payload, channel))
    this.#ran.clear()
    try {
      await client.connect()
      await this.#catchUp(client)
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
    return client
  }

  /** @param channel  of a notification; without it all are told */
  #tell(payload: string | null, channel?: string): void {
    for (const { notifyChannel, onNotify } of this.#listeners) {
      if (channel === undefined || channel === notifyChannel) onNotify(payload)
    }
  }

  #onLost(): void {
    const lost = [...this.#exclusive.values()]
    this.#exclusive.clear()
    for (const onLost of lost) onLost()
  }
}

const lockOf = (name: string) => `lock ${name}`
