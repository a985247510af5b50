/** Room for media of an upload while they are fetched: in the workspace, and on the disk (decision 29c). */

import type { DiskReserve } from '../../platform/disk-reserve.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { Clock } from '../../platform/time.ts'
import type { UploadIds } from '../uploads/upload-source.ts'
import { keepRoom, type MediaLimits } from './media-use.ts'

export type RoomDeps = { db: Db; clock: Clock; disk: DiskReserve; limits: MediaLimits }

/** What comes without a length gets its room in steps of so many bytes, as long as there are that many. */
const stepBytes = 16 * 1_048_576

/** Room in the workspace for what comes in: all that is declared before the first byte, otherwise always some ahead. */
export class Room {
  readonly #deps: RoomDeps
  readonly #source: UploadIds
  readonly #declared: number | null
  #kept = 0
  /** Bytes that came in. */
  taken = 0

  constructor(deps: RoomDeps, source: UploadIds, declared: number | null) {
    this.#deps = deps
    this.#source = source
    this.#declared = declared
  }

  /** @throws {ApiError} 409, 507 */
  async *keep(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const { disk, limits } = this.#deps
    const declared = this.#declared ?? 0
    // What is too large anyway is told so by who reads it.
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
    await keepRoom(this.#deps, this.#source, bytes)
    this.#kept = bytes
  }
}
