/**
 * Wake-ups from other processes through PostgreSQL (LISTEN), on a connection of its own that is opened again when lost.
 */
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { Signal } from '../signal.ts'

const reconnectMs = 1_000
const connectMs = 5_000

export class Wakeups {
  readonly #url: string
  readonly #notifyChannel: string
  readonly #log: Logger
  readonly #onConnect: (client: pg.Client) => Promise<void>
  readonly #signal = new Signal()
  readonly #stopping = new AbortController()
  /** The connection being opened, or opened last: a stop waits for it before closing it. */
  #opening: Promise<pg.Client | undefined> = Promise.resolve(undefined)

  /**
   * @param notifyChannel  a plain name: letters, digits and `_`
   * @param onConnect      called with the connection each time that it is opened
   */
  constructor(url: string, notifyChannel: string, log: Logger, onConnect = async (_client: pg.Client) => {}) {
    this.#url = url
    this.#notifyChannel = notifyChannel
    this.#log = log
    this.#onConnect = onConnect
  }

  async start(): Promise<void> {
    this.#opening = this.#open()
    await this.#opening
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.wake()
    const client = await this.#opening.catch(() => undefined)
    await client?.end()
  }

  wake(): void {
    this.#signal.wake()
  }

  /** Resolves at the first wake-up since the last call, or after `atMostMs`. */
  async woken(atMostMs: number): Promise<void> {
    await this.#signal.wait(atMostMs)
  }

  async #open(): Promise<pg.Client> {
    const client = new pg.Client({
      ...{ connectionString: this.#url, application_name: 'minutebook wakeups' },
      ...{ keepAlive: true, connectionTimeoutMillis: connectMs },
    })
    client.on('notification', () => this.wake())
    client.on('error', ({ message }) => this.#log.warn({ reason: message }, 'The connection for wake-ups was lost'))
    try {
      await client.connect()
      await this.#onConnect(client)
      await client.query(`listen ${this.#notifyChannel}`)
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
    client.once('end', () => {
      if (!this.#stopping.signal.aborted) this.#opening = this.#reopen()
    })
    // Notifications may have been sent while the connection was lost.
    this.wake()
    return client
  }

  async #reopen(): Promise<pg.Client | undefined> {
    const { signal } = this.#stopping
    for (;;) {
      await setTimeout(reconnectMs, undefined, { signal }).catch(() => {})
      if (signal.aborted) return undefined
      try {
        return await this.#open()
      } catch (error) {
        this.#log.warn({ reason: (error as Error).message }, 'The connection for wake-ups could not be made again')
      }
    }
  }
}
