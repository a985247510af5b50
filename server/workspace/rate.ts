/** How many API requests a key, a session or a grant may make (spec 8, decision 13). */
import type { FastifyReply } from 'fastify'
import { ApiError } from '../platform/errors.ts'
import type { Db } from '../platform/postgres/db.ts'
import type { Clock } from '../platform/time.ts'
import { addRequests, daySeconds, type KeyDay, type KeyName, type KeyRequests } from './key-day.ts'
import { type Counted, RateWindow } from './rate-window.ts'

export type RateTerms = { db: Db; clock: Clock; perSecond: number; perDay: number }

const settleMs = 1_000

/**
 * Counts requests by key, session or grant; 0 switches a limit off. A second is counted in this process only: it is over before others could
 * know. For a day the processes share their counts once a second, so that together they let through the limit and at most
 * what each of them lets through in a second.
 */
export class ApiRate {
  readonly #db: Db
  readonly #clock: Clock
  readonly #windows: RateWindow[]
  readonly #day: RateWindow | undefined
  /** Requests of this process that are not shared with the others yet. */
  readonly #unshared = new Map<string, KeyRequests>()
  #settled = Promise.resolve()
  readonly #timer: NodeJS.Timeout | undefined

  constructor({ db, clock, perSecond, perDay }: RateTerms) {
    this.#db = db
    this.#clock = clock
    const second = windowOf(perSecond, 1)
    this.#day = windowOf(perDay, daySeconds)
    this.#windows = [second, this.#day].filter((window) => window !== undefined)
    if (this.#day) this.#timer = setInterval(() => void this.settle().catch(() => {}), settleMs).unref()
  }

  /**
   * Counts one request and writes the RateLimit headers of the window that is nearest to its end.
   * @throws {ApiError} 429 with Retry-After in whole seconds
   */
  count(key: KeyName, reply: FastifyReply): void {
    let nearest: Counted | undefined
    for (const window of this.#windows) {
      const counted = window.count(keyOf(key), this.#clock())
      if (!nearest || counted.left < nearest.left) nearest = counted
      if (!counted.refused) continue
      reply.headers(rateHeaders(counted))
      throw new ApiError(429, `Too many requests; try again in ${counted.resetSeconds} s`, {
        code: 'rate_limited',
        headers: { 'retry-after': String(counted.resetSeconds) },
      })
    }
    if (this.#day) this.#keepUnshared({ ...key, requests: 1 })
    if (nearest) reply.headers(rateHeaders(nearest))
  }

  /** Shares the counts of this process and reads those of all; counts that could not be written are shared the next time. */
  settle(): Promise<void> {
    // In turn, so that whoever waits for this one knows that nothing is still being written.
    this.#settled = this.#settled.catch(() => {}).then(() => this.#shareCounts())
    return this.#settled
  }

  async #shareCounts(): Promise<void> {
    const sent = [...this.#unshared.values()]
    if (sent.length === 0) return
    this.#unshared.clear()
    try {
      for (const day of await addRequests(this.#db, this.#clock(), sent)) this.#takeOver(day)
    } catch (error) {
      for (const counted of sent) this.#keepUnshared(counted)
      throw error
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.settle().catch(() => {})
  }

  #keepUnshared({ requests, ...key }: KeyRequests): void {
    const before = this.#unshared.get(keyOf(key))?.requests ?? 0
    this.#unshared.set(keyOf(key), { ...key, requests: before + requests })
  }

  /** Requests that came meanwhile are added. */
  #takeOver({ requests, endsAt, ...key }: KeyDay): void {
    const since = this.#unshared.get(keyOf(key))?.requests ?? 0
    this.#day?.set(keyOf(key), requests + since, endsAt)
  }
}

const windowOf = (limit: number, seconds: number) => (limit > 0 ? new RateWindow(limit, seconds) : undefined)

const keyOf = ({ workspaceId, kind, id }: KeyName) => `${workspaceId}/${kind}/${id}`

const rateHeaders = ({ limit, left, resetSeconds }: Counted) => ({
  'ratelimit-limit': limit,
  'ratelimit-remaining': left,
  'ratelimit-reset': resetSeconds,
})
