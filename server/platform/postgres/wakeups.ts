/** Hears what other processes tell through PostgreSQL (LISTEN), on a connection of its own that is made again when lost. */
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { Bell } from '../signal.ts'

const reconnectMs = 1_000

export class Wakeups {
  readonly #url: string
  readonly #topic: string
  readonly #log: Logger
  readonly #bell = new Bell()
  #client: pg.Client | undefined
  #stopped = false

  /** @param topic  a plain name: letters, digits and `_` */
  constructor(url: string, topic: string, log: Logger) {
    this.#url = url
    this.#topic = topic
    this.#log = log
  }

  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'minutebook wakeups',
      keepAlive: true,
    })
    client.on('notification', () => this.wake())
    client.on('error', ({ message }) => this.#log.warn({ reason: message }, 'The connection for wake-ups was lost'))
    await client.connect()
    await client.query(`listen ${this.#topic}`)
    client.once('end', () => void this.#restart())
    this.#client = client
    // What was told while nobody listened.
    this.wake()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.wake()
    await this.#client?.end()
  }

  wake(): void {
    this.#bell.ring()
  }

  /** Resolves when something was told since the last time, or after so long; whichever is first. */
  async woken(atMostMs: number): Promise<void> {
    await this.#bell.rung(atMostMs)
  }

  async #restart(): Promise<void> {
    while (!this.#stopped) {
      await setTimeout(reconnectMs)
      try {
        return await this.start()
      } catch (error) {
        this.#log.warn({ reason: (error as Error).message }, 'The connection for wake-ups could not be made again')
      }
    }
  }
}
