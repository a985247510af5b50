/** How many searches run at once. */
import { availableParallelism } from 'node:os'
import { sharerOf } from '../../people/caller/caller.ts'
import { serviceBusy } from '../../platform/errors.ts'
import { FairQueue } from '../../platform/fair-queue.ts'
import type { Searcher } from './compute.ts'

/**
 * Two for each core: more would make all other requests wait, and end no earlier. At most half of the connections that
 * requests have.
 */
export const searchesAtOnce = Math.min(2 * availableParallelism(), 8)
/** As long as a request waits for a connection. */
export const waitLimits = { ms: 10_000 }

export class SearchTurns {
  readonly #queue = new FairQueue({ slots: searchesAtOnce, maxWaiting: Infinity })

  /**
   * Waits for the searcher's turn: one person has at most half of them.
   * @throws {ApiError} 503 if it waits too long
   */
  async take<Found>({ workspace, user, via }: Searcher, find: () => Promise<Found>): Promise<Found> {
    const sharer = sharerOf(workspace.id, via?.userId ?? user.id)
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(serviceBusy(5)), waitLimits.ms)
    await this.#queue.enter({ sharer, signal: late.signal }).finally(() => clearTimeout(timer))
    try {
      return await find()
    } finally {
      this.#queue.leave(sharer)
    }
  }
}
