/** How many API requests a key, a session or a grant may make (spec 8, decision 13 on rate limits). */
import type { FastifyReply } from 'fastify'
import { ApiError } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { Clock } from '../../platform/time.ts'
import { daySeconds } from '../../platform/time.ts'
import type { ApiProcesses } from './api-processes.ts'
import { addRequests, type CountedKey, type KeyDay, type KeyRequests, keyOf } from './key-day.ts'
import { type Counted, RateWindow } from './rate-window.ts'

export type RateOptions = {
  db: Db
  clock: Clock
  perSecond: number
  perDay: number
  processes: Pick<ApiProcesses, 'count'>
}

const settleMs = 1_000

/**
 * Counts requests by key, session or grant; 0 switches a limit off. Of the limit of a second each process has an equal
 * share, and counts in memory. For a day the processes share their counts once a second: together they may exceed the
 * limit by what each of them lets through in a second.
 */
export class ApiRate {
  readonly #db: Db
  readonly #clock: Clock
  readonly #processes: Pick<ApiProcesses, 'count'>
  readonly #second: RateWindow | undefined
  readonly #day: RateWindow | undefined
  /** Requests of this process that are not shared with the others yet. */
  readonly #unshared = new Map<string, KeyRequests>()
  #settled = Promise.resolve()
  readonly #timer: NodeJS.Timeout | undefined

  constructor({ db, clock, perSecond, perDay, processes }: RateOptions) {
    this.#db = db
    this.#clock = clock
    this.#processes = processes
    this.#second = windowOf(perSecond, 1)
    this.#day = windowOf(perDay, daySeconds)
    if (this.#day) this.#timer = setInterval(() => void this.settle().catch(() => {}), settleMs).unref()
  }

  /**
   * Counts one request and sets the RateLimit headers of the window with fewest requests left.
   * @throws {ApiError} 429 with Retry-After in whole seconds
   */
  count(key: CountedKey, reply: FastifyReply): void {
    const now = this.#clock()
    const second = this.#second?.count(keyOf(key), now, this.#processes.count)
    const day = second?.refused ? undefined : this.#day?.count(keyOf(key), now)
    const counts = [second, day].filter((counted) => counted !== undefined)
    const refused = counts.find((counted) => counted.refused)
    if (day && !refused) this.#keepUnshared({ ...key, requests: 1 })
    const tightest = refused ?? counts.toSorted((one, other) => one.left - other.left)[0]
    if (tightest) reply.headers(rateHeaders(tightest))
    if (!refused) return
    throw new ApiError(429, `Too many requests; try again in ${refused.resetSeconds} s`, {
      code: 'rate_limited',
      headers: { 'retry-after': String(refused.resetSeconds) },
    })
  }

  /**
   * Shares the counts of this process and reads the totals; counts that could not be written are shared the next time.
   */
  settle(): Promise<void> {
    // One after the other: when this one resolves, no earlier one is still writing.
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

  /** Takes the total over, and adds the requests that came meanwhile. */
  #takeOver({ requests, endsAt, ...key }: KeyDay): void {
    const since = this.#unshared.get(keyOf(key))?.requests ?? 0
    this.#day?.set(keyOf(key), requests + since, endsAt)
  }
}

const windowOf = (limit: number, seconds: number) => (limit > 0 ? new RateWindow(limit, seconds) : undefined)

const rateHeaders = ({ limit, left, resetSeconds }: Counted) => ({
  'ratelimit-limit': limit,
  'ratelimit-remaining': left,
  'ratelimit-reset': resetSeconds,
})
