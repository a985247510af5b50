/** Reserves room for media of an upload while they are downloaded: in the workspace and on disk (decision 29c). */

import type { DiskReserve } from '../../platform/disk-reserve.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { Clock } from '../../platform/time.ts'
import type { UploadIds } from '../uploads/upload-source.ts'
import { type MediaLimits, reserveSpace } from './media-use.ts'

export type ReserveDeps = { db: Db; clock: Clock; disk: DiskReserve; limits: MediaLimits }

/** Without a declared length, room is reserved in steps of this size, as long as the limit allows. */
const stepBytes = 16 * 1_048_576

/** Reserves the declared length before the first byte, or else always some bytes ahead. */
export class ReservedSpace {
  readonly #deps: ReserveDeps
  readonly #source: UploadIds
  readonly #declared: number | null
  #kept = 0
  /** Received bytes. */
  taken = 0

  constructor(deps: ReserveDeps, source: UploadIds, declared: number | null) {
    this.#deps = deps
    this.#source = source
    this.#declared = declared
  }

  /** @throws {ApiError} 409, 507 */
  async *keep(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const { disk, limits } = this.#deps
    const declared = this.#declared ?? 0
    // The reader rejects a file that is too large.
    if (declared <= limits.mediaMaxBytes) {
      await disk.require(declared)
      await this.#keepTo(declared)
    }
    for await (const piece of disk.guard(body)) {
      this.taken += piece.length
      if (this.taken > this.#kept) {
        await this.#keepTo(this.taken + stepBytes).catch(() => this.#keepTo(this.taken))
      }
      yield piece
    }
  }

  async #keepTo(bytes: number): Promise<void> {
    await reserveSpace(this.#deps, this.#source, bytes)
    this.#kept = bytes
  }
}
