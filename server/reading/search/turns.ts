/** How many searches run at once. */
import { availableParallelism } from 'node:os'
import { sharerOf } from '../../people/caller/caller.ts'
import { FairQueue } from '../../platform/fair-queue.ts'
import type { Searcher } from './compute.ts'

/** Of each core, here and in the database. More at once would make all other requests wait, and end no earlier. */
const ofCore = 2
export const maxWaiting = 100

export class SearchTurns {
  readonly #queue = new FairQueue({ slots: ofCore * availableParallelism(), maxWaiting })

  /**
   * Waits for the searcher's turn: one person has at most half of them.
   * @throws {ApiError} 503 while too many wait, in all or of this person
   */
  async take<Found>({ workspace, user, via }: Searcher, find: () => Promise<Found>): Promise<Found> {
    const sharer = sharerOf(workspace.id, via?.userId ?? user.id)
    await this.#queue.enter({ sharer })
    try {
      return await find()
    } finally {
      this.#queue.leave(sharer)
    }
  }
}
