/** One connection that is opened when it is first used, and again each time that it is lost. */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

export type KeptOptions = {
  connect(): Promise<pg.Client>
  onLost(): void
  /** Opened again after a loss. */
  onBack(): void
  onFailure(error: Error): void
  retryMs: number
}

export class KeptClient {
  readonly #options: KeptOptions
  readonly #stopping = new AbortController()
  #client: Promise<pg.Client> | undefined
  #reopening: Promise<void> | undefined

  constructor(options: KeptOptions) {
    this.#options = options
  }

  /** The open connection, or the one that is being opened. */
  get now(): Promise<pg.Client> | undefined {
    return this.#client
  }

  /** @throws {Error} it cannot be opened now */
  async get(): Promise<pg.Client> {
    if (this.#stopping.signal.aborted) throw new Error('The connection is closed')
    this.#client ??= this.#open().catch((error) => {
      this.#client = undefined
      throw error
    })
    return this.#client
  }

  /** It is not opened again. @returns the open connection, for the caller to end */
  async stop(): Promise<pg.Client | undefined> {
    this.#stopping.abort()
    await this.#reopening
    return this.#client?.catch(() => undefined)
  }

  async #open(): Promise<pg.Client> {
    const client = await this.#options.connect()
    client.once('end', () => {
      this.#client = undefined
      if (this.#stopping.signal.aborted) return
      this.#options.onLost()
      this.#reopening = this.#reopen()
    })
    return client
  }

  async #reopen(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      try {
        await this.get()
        return this.#options.onBack()
      } catch (error) {
        if (signal.aborted) return
        this.#options.onFailure(error as Error)
        await pause(this.#options.retryMs, undefined, { signal }).catch(() => {})
      }
    }
  }
}
