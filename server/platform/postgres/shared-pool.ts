/** Connections that requests share fairly: those of one caller hold at most half of them, and callers take turns. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { FairQueue } from '../fair-queue.ts'
import { Pool } from './pool.ts'

/** The request that runs now; without one it is work of the service itself. */
export const currentRequest = new AsyncLocalStorage<{ sharer: string }>()

export class SharedPool extends Pool {
  readonly #queue: FairQueue
  readonly #waitMs: number
  readonly #holders = new Map<pg.PoolClient, string>()

  constructor(config: pg.PoolConfig & { max: number; connectionTimeoutMillis: number }) {
    super(config)
    this.#queue = new FairQueue({ slots: config.max, maxWaiting: Infinity })
    this.#waitMs = config.connectionTimeoutMillis
    this.on('release', (_error, client) => {
      const sharer = this.#holders.get(client)
      if (sharer === undefined) return
      this.#holders.delete(client)
      this.#queue.leave(sharer)
    })
  }

  override get waiting(): number {
    return super.waiting + this.#queue.waiting
  }

  protected override async checkOut(): Promise<pg.PoolClient> {
    const { sharer = '' } = currentRequest.getStore() ?? {}
    if (!this.#queue.tryEnter(sharer)) await this.#wait(sharer)
    try {
      const client = await super.checkOut()
      this.#holders.set(client, sharer)
      return client
    } catch (error) {
      this.#queue.leave(sharer)
      throw error
    }
  }

  async #wait(sharer: string): Promise<void> {
    const abort = new AbortController()
    // The error is made only when it is needed: its stack takes a twentieth of the smallest request.
    const late = () => abort.abort(new Error('timeout exceeded when trying to connect'))
    const timer = setTimeout(late, this.#waitMs)
    try {
      await this.#queue.enter({ sharer, signal: abort.signal })
    } finally {
      clearTimeout(timer)
    }
  }
}
