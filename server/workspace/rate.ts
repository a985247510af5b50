/** How many API requests a key may make (spec 8, decision 13). */
import type { FastifyReply } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError } from '../platform/errors.ts'

const daySeconds = 86_400

/** Counts requests by key, in this process; 0 switches a limit off. */
export class ApiRate {
  readonly #windows: RateLimiterMemory[]

  constructor({ perSecond, perDay }: { perSecond: number; perDay: number }) {
    this.#windows = [
      { points: perSecond, duration: 1, keyPrefix: 'second' },
      { points: perDay, duration: daySeconds, keyPrefix: 'day' },
    ].flatMap((window) => (window.points > 0 ? [new RateLimiterMemory(window)] : []))
  }

  /**
   * Counts one request and writes the RateLimit headers of the window that is nearest to its end.
   * @throws {ApiError} 429 with Retry-After in whole seconds
   */
  async count(key: string, reply: FastifyReply): Promise<void> {
    let nearest: { limit: number; left: number; resetSeconds: number } | undefined
    for (const window of this.#windows) {
      const result = await window.consume(key).catch(refusal)
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
    if (nearest) reply.headers(rateHeaders(nearest))
  }
}

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
