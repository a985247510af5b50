/** How many searches run at once. */
import { availableParallelism } from 'node:os'
import { serviceBusy } from '../../platform/errors.ts'
import { FairQueue } from '../../platform/fair-queue.ts'
import { requestOptions } from '../../platform/postgres/db.ts'
import { type Searcher, searchSharerOf } from './compute.ts'

/**
 * Two for each core: more would make all other requests wait, and end no earlier. At most half of the connections that
 * requests have.
 */
export const searchesAtOnce = Math.min(2 * availableParallelism(), requestOptions.max / 2)

export class SearchTurns {
  readonly #queue = new FairQueue({ slots: searchesAtOnce, maxWaiting: Infinity })

  /**
   * Waits for the searcher's turn: one person has at most half of them.
   * @throws {ApiError} 503 if it waits longer than a request waits for a connection
   */
  async take<Found>(searcher: Searcher, find: () => Promise<Found>): Promise<Found> {
    const sharer = searchSharerOf(searcher)
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(serviceBusy(5)), requestOptions.waitMs)
    await this.#queue.enter({ sharer, signal: late.signal }).finally(() => clearTimeout(timer))
    try {
      return await find()
    } finally {
      this.#queue.leave(sharer)
    }
  }
}
