/**
 * Reserves space for media of an upload while they are downloaded: in the workspace and on disk (decision 29c on people
 * and keys).
 */

import type { Context } from '../../platform/context/context.ts'
import type { DiskReserve } from '../../platform/disk-reserve.ts'
import type { OnProgress } from '../engines/shared/engines.ts'
import { type MediaLimits, reserveSpace } from './media-use.ts'
import type { UploadIds } from './upload-source.ts'

/** Without a declared length, space is reserved in steps of this size, as long as the limit allows. */
const stepBytes = 16 * 1_048_576

/** Reserves the declared length before the first byte; without one, it always reserves some bytes ahead. */
export class ReservedSpace {
  readonly #deps: Pick<Context, 'db' | 'clock'> & { disk: DiskReserve; limits: MediaLimits }
  readonly #source: UploadIds
  readonly #declaredBytes: number | null
  readonly #onProgress: OnProgress
  #reservedBytes = 0
  receivedBytes = 0

  constructor(
    deps: Pick<Context, 'db' | 'clock'> & { disk: DiskReserve; limits: MediaLimits },
    source: UploadIds,
    declaredBytes: number | null,
    onProgress: OnProgress,
  ) {
    this.#deps = deps
    this.#source = source
    this.#declaredBytes = declaredBytes
    this.#onProgress = onProgress
  }

  /** @throws {ApiError} 409, 507 */
  async *guard(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const { disk, limits } = this.#deps
    const declaredBytes = this.#declaredBytes ?? 0
    // The reader rejects a file that is too large.
    if (declaredBytes <= limits.mediaMaxBytes) {
      await disk.require(declaredBytes)
      await this.#reserve(declaredBytes)
    }
    for await (const piece of disk.guard(body)) {
      this.receivedBytes += piece.length
      if (this.receivedBytes > this.#reservedBytes) {
        await this.#reserve(this.receivedBytes + stepBytes).catch(() => this.#reserve(this.receivedBytes))
      }
      if (declaredBytes > 0) this.#onProgress(this.receivedBytes / declaredBytes)
      yield piece
    }
  }

  async #reserve(bytes: number): Promise<void> {
    await reserveSpace(this.#deps, this.#source, bytes)
    this.#reservedBytes = bytes
  }
}
