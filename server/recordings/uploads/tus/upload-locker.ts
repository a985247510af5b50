/**
 * Only one request at a time may write to an upload, across all processes: it holds an advisory lock of PostgreSQL.
 * A process holds all its locks on one connection outside the pool, opened with the first upload. So a long upload uses
 * no pool connection, and the locks end with the process.
 */
import { setTimeout } from 'node:timers/promises'
import type { Lock, Locker, RequestRelease } from '@tus/server'
import pg from 'pg'
import type { Logger } from 'pino'
import { ApiError } from '../../../platform/errors.ts'
import { serialize } from '../../../platform/mutex.ts'

const uploadsNotifyChannel = 'upload_wanted'

// The holder releases the lock within milliseconds after the request, unless its process hangs.
const retryMs = 50
const maxTries = 40

export const uploadLocked = () => new ApiError(423, 'The upload is busy; try again')

export class UploadLocker implements Locker {
  readonly #url: string
  readonly #log: Pick<Logger, 'warn'>
  #client: Promise<pg.Client> | undefined
  /** The uploads of this process, each with the function that stops its request; undefined while waiting for the lock. */
  readonly #ownUploads = new Map<string, RequestRelease | undefined>()

  constructor(url: string, log: Pick<Logger, 'warn'>) {
    this.#url = url
    this.#log = log
  }

  newLock(id: string): Lock {
    return { lock: (_signal, stop) => this.#lock(id, stop), unlock: () => this.#unlock(id) }
  }

  async close(): Promise<void> {
    await this.#client?.then((client) => client.end())
  }

  /** @throws {ApiError} 423 if the holder does not release the lock */
  async #lock(id: string, stop: RequestRelease): Promise<void> {
    for (let tries = 0; tries < maxTries; tries++) {
      if (await this.#tryLock(id, stop)) return
      await setTimeout(retryMs)
    }
    throw uploadLocked()
  }

  async #tryLock(id: string, stop: RequestRelease): Promise<boolean> {
    // Advisory locks belong to the database session: PostgreSQL would grant this process the same lock twice.
    if (this.#ownUploads.has(id)) {
      await this.#ownUploads.get(id)?.()
      return false
    }
    this.#ownUploads.set(id, undefined)
    try {
      const { rows } = await this.#run('select pg_try_advisory_lock(hashtextextended($1, 0)) as ours', [keyOf(id)])
      if (rows[0].ours) this.#ownUploads.set(id, stop)
      else await this.#run('select pg_notify($1, $2)', [uploadsNotifyChannel, id])
    } finally {
      if (!this.#ownUploads.get(id)) this.#ownUploads.delete(id)
    }
    return this.#ownUploads.has(id)
  }

  async #unlock(id: string): Promise<void> {
    const unlock = 'select pg_advisory_unlock(hashtextextended($1, 0))'
    // A lost connection has already released the lock.
    if (this.#client) await this.#run(unlock, [keyOf(id)]).catch(() => {})
    this.#ownUploads.delete(id)
  }

  /** Serialized, because a connection runs one statement at a time. */
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
    client.on('notification', ({ payload }) => void this.#ownUploads.get(payload!)?.())
    client.on('error', ({ message }) => this.#log.warn({ reason: message }, 'The connection for uploads was lost'))
    await client.connect()
    await client.query(`listen ${uploadsNotifyChannel}`)
    client.once('end', () => this.#onConnectionLost())
    return client
  }

  /** Another process may now lock these uploads, so their requests are stopped; received bytes are kept. */
  #onConnectionLost(): void {
    this.#client = undefined
    for (const stop of this.#ownUploads.values()) void stop?.()
  }
}

const keyOf = (id: string) => `upload ${id}`
