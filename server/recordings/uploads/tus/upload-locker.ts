/**
 * One request at a time works on an upload, whichever process it reaches: the right to it is an advisory lock of
 * PostgreSQL. A process holds all of its own on one connection beside the pool, made with the first upload; an upload of
 * an hour takes no other, and what a process held ends with it.
 */
import { setTimeout } from 'node:timers/promises'
import type { Lock, Locker, RequestRelease } from '@tus/server'
import pg from 'pg'
import type { Logger } from 'pino'
import { ApiError } from '../../../platform/errors.ts'
import { serialize } from '../../../platform/mutex.ts'

const topic = 'upload_wanted'

// Whoever is asked lets go within milliseconds, unless its process hangs.
const retryMs = 50
const mostTries = 40

export const busy = () => new ApiError(423, 'The upload is busy; try again')

export class UploadLocker implements Locker {
  readonly #url: string
  readonly #log: Pick<Logger, 'warn'>
  #client: Promise<pg.Client> | undefined
  /** What this process works on, and how to ask that request for an end; nothing while the lock is being asked for. */
  readonly #ours = new Map<string, RequestRelease | undefined>()

  constructor(url: string, log: Pick<Logger, 'warn'>) {
    this.#url = url
    this.#log = log
  }

  newLock(id: string): Lock {
    return { lock: (_signal, end) => this.#take(id, end), unlock: () => this.#give(id) }
  }

  async close(): Promise<void> {
    await this.#client?.then((client) => client.end())
  }

  /** @throws {ApiError} 423 if whoever has it does not let go */
  async #take(id: string, end: RequestRelease): Promise<void> {
    for (let tries = 0; tries < mostTries; tries++) {
      if (await this.#tryTake(id, end)) return
      await setTimeout(retryMs)
    }
    throw busy()
  }

  async #tryTake(id: string, end: RequestRelease): Promise<boolean> {
    // The lock knows sessions, not requests: PostgreSQL would give it to this process twice.
    if (this.#ours.has(id)) {
      await this.#ours.get(id)?.()
      return false
    }
    this.#ours.set(id, undefined)
    try {
      const { rows } = await this.#run('select pg_try_advisory_lock(hashtextextended($1, 0)) as ours', [nameOf(id)])
      if (rows[0].ours) this.#ours.set(id, end)
      else await this.#run('select pg_notify($1, $2)', [topic, id])
    } finally {
      if (!this.#ours.get(id)) this.#ours.delete(id)
    }
    return this.#ours.has(id)
  }

  async #give(id: string): Promise<void> {
    const unlock = 'select pg_advisory_unlock(hashtextextended($1, 0))'
    // A connection that was lost has given it back.
    if (this.#client) await this.#run(unlock, [nameOf(id)]).catch(() => {})
    this.#ours.delete(id)
  }

  /** One after another: a connection takes one statement at a time. */
  async #run(text: string, values: string[]): Promise<pg.QueryResult> {
    const client = await this.#connection()
    return serialize('statements about uploads', () => client.query(text, values))
  }

  #connection(): Promise<pg.Client> {
    this.#client ??= this.#connect().catch((error) => {
      this.#client = undefined
      throw error
    })
    return this.#client
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      ...{ connectionString: this.#url, application_name: 'minutebook uploads' },
      ...{ keepAlive: true, connectionTimeoutMillis: 10_000 },
    })
    client.on('notification', ({ payload }) => void this.#ours.get(payload!)?.())
    client.on('error', ({ message }) => this.#log.warn({ reason: message }, 'The connection for uploads was lost'))
    await client.connect()
    await client.query(`listen ${topic}`)
    client.once('end', () => this.#lose())
    return client
  }

  /** Another process may work on what was ours from now on: what has arrived is kept, and no more is written. */
  #lose(): void {
    this.#client = undefined
    for (const end of this.#ours.values()) void end?.()
  }
}

const nameOf = (id: string) => `upload ${id}`
