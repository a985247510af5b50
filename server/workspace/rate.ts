/** How many API requests a key may make (spec 8, decision 13). */
import type { FastifyReply } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from '../platform/db.ts'
import { ApiError } from '../platform/errors.ts'
import type { Clock } from '../platform/time.ts'
import { addRequests, daySeconds, type KeyDay, type KeyName, type KeyRequests } from './key-day.ts'

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
  readonly #windows: RateLimiterMemory[]
  readonly #day: RateLimiterMemory | undefined
  /** Requests of this process that the others have not heard of. */
  readonly #untold = new Map<string, KeyRequests>()
  readonly #timer: NodeJS.Timeout | undefined

  constructor({ db, clock, perSecond, perDay }: RateTerms) {
    this.#db = db
    this.#clock = clock
    const second = limiter({ points: perSecond, duration: 1 })
    this.#day = limiter({ points: perDay, duration: daySeconds })
    this.#windows = [second, this.#day].filter((window) => window !== undefined)
    if (this.#day) this.#timer = setInterval(() => void this.settle().catch(() => {}), settleMs).unref()
  }

  /**
   * Counts one request and writes the RateLimit headers of the window that is nearest to its end.
   * @throws {ApiError} 429 with Retry-After in whole seconds
   */
  async count(key: KeyName, reply: FastifyReply): Promise<void> {
    let nearest: { limit: number; left: number; resetSeconds: number } | undefined
    for (const window of this.#windows) {
      const result = await window.consume(nameOf(key)).catch(refusal)
      const resetSeconds = Math.max(1, Math.ceil(result.msBeforeNext / 1_000))
      const state = { limit: window.points, left: Math.max(0, result.remainingPoints), resetSeconds }
      if (!nearest || state.left < nearest.left) nearest = state
      if (result.consumedPoints <= window.points) continue
      reply.headers(rateHeaders(state))
      throw new ApiError(429, `Too many requests; try again in ${resetSeconds} s`, {
        reason: 'rate_limited',
        headers: { 'retry-after': String(resetSeconds) },
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
      for (const day of await addRequests(this.#db, this.#clock(), told)) await this.#takeOver(day)
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
    const before = this.#untold.get(nameOf(key))?.requests ?? 0
    this.#untold.set(nameOf(key), { ...key, requests: before + requests })
  }

  /** Requests that came in meanwhile count on top. */
  async #takeOver({ requests, endsAt, ...key }: KeyDay): Promise<void> {
    const since = this.#untold.get(nameOf(key))?.requests ?? 0
    const secondsLeft = (endsAt.getTime() - this.#clock().getTime()) / 1_000
    await this.#day?.set(nameOf(key), requests + since, Math.max(1, secondsLeft))
  }
}

const limiter = (window: { points: number; duration: number }) =>
  window.points > 0 ? new RateLimiterMemory(window) : undefined

const nameOf = ({ workspaceId, keyId }: KeyName) => `${workspaceId}/${keyId}`

const rateHeaders = (state: { limit: number; left: number; resetSeconds: number }) => ({
  'ratelimit-limit': state.limit,
  'ratelimit-remaining': state.left,
  'ratelimit-reset': state.resetSeconds,
})

// The library rejects with the same result that it resolves with while there is room.
function refusal(result: unknown): RateLimiterRes {
  if (result instanceof RateLimiterRes) return result
  throw result
}
