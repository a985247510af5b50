/** How many API requests a key may make (spec 8, decision 13). */
import type { FastifyReply } from 'fastify'
import { ApiError } from '../platform/errors.ts'
import type { Db } from '../platform/postgres/db.ts'
import type { Clock } from '../platform/time.ts'
import { addRequests, daySeconds, type KeyDay, type KeyName, type KeyRequests } from './key-day.ts'
import { type Counted, RateWindow } from './rate-window.ts'

export type RateTerms = { db: Db; clock: Clock; perSecond: number; perDay: number }

const settleMs = 1_000

/**
 * Counts requests by key; 0 switches a limit off. A second is counted in this process: it is over before others could
 * hear of it. Of a day the processes tell each other once a second, so that together they let through what is allowed
 * and at most what each of them lets through in a second.
 */
export class ApiRate {
  readonly #db: Db
  readonly #clock: Clock
  readonly #windows: RateWindow[]
  readonly #day: RateWindow | undefined
  /** Requests of this process that the others have not heard of. */
  readonly #untold = new Map<string, KeyRequests>()
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
        reason: 'rate_limited',
        headers: { 'retry-after': String(counted.resetSeconds) },
      })
    }
    if (this.#day) this.#keepUntold({ ...key, requests: 1 })
    if (nearest) reply.headers(rateHeaders(nearest))
  }

  /** Tells what was counted here and takes over what all have; what could not be told is told with the next. */
  async settle(): Promise<void> {
    const told = [...this.#untold.values()]
    if (told.length === 0) return
    this.#untold.clear()
    try {
      for (const day of await addRequests(this.#db, this.#clock(), told)) this.#takeOver(day)
    } catch (error) {
      for (const counted of told) this.#keepUntold(counted)
      throw error
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.settle().catch(() => {})
  }

  #keepUntold({ requests, ...key }: KeyRequests): void {
    const before = this.#untold.get(keyOf(key))?.requests ?? 0
    this.#untold.set(keyOf(key), { ...key, requests: before + requests })
  }

  /** Requests that came in meanwhile count on top. */
  #takeOver({ requests, endsAt, ...key }: KeyDay): void {
    const since = this.#untold.get(keyOf(key))?.requests ?? 0
    this.#day?.set(keyOf(key), requests + since, endsAt)
  }
}

const windowOf = (limit: number, seconds: number) => (limit > 0 ? new RateWindow(limit, seconds) : undefined)

const keyOf = ({ workspaceId, keyId }: KeyName) => `${workspaceId}/${keyId}`

const rateHeaders = ({ limit, left, resetSeconds }: Counted) => ({
  'ratelimit-limit': limit,
  'ratelimit-remaining': left,
  'ratelimit-reset': resetSeconds,
})
