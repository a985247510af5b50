/** A reserve of free space: media must not take what the database and everything else go on with. */
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { ApiError } from './errors.ts'
import type { Clock } from './time.ts'

/** How many bytes are free where that folder is, or will be. */
export type FreeBytes = (folder: string) => Promise<number>

export const diskFreeBytes: FreeBytes = async (folder) => {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (error) {
    const above = dirname(resolve(folder))
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === folder) throw error
    return diskFreeBytes(above)
  }
}

export type ReserveOptions = {
  /** By the settings that name them. */
  folders: Record<string, string>
  /** That must stay free; 0 is none. */
  minBytes: number
  freeBytes: FreeBytes
  clock: Clock
}

/** A look is good for so long: what comes in meanwhile is far less than the reserve. */
const freshMs = 1_000

export class DiskReserve {
  readonly #options: ReserveOptions
  #looked: { at: number; free: Promise<Map<string, number>> } | undefined

  constructor(options: ReserveOptions) {
    this.#options = options
  }

  /** In each folder, as it was at most a second ago. */
  free(): Promise<Map<string, number>> {
    const { folders, freeBytes, clock } = this.#options
    const at = clock().getTime()
    if (!this.#looked || Math.abs(at - this.#looked.at) >= freshMs) {
      const looks = Object.entries(folders).map(async ([name, folder]) => [name, await freeBytes(folder)] as const)
      this.#looked = { at, free: Promise.all(looks).then((found) => new Map(found)) }
    }
    return this.#looked.free
  }

  /** @returns for an operator what is short, in a sentence; null while nothing is */
  async warning(): Promise<string | null> {
    const { minBytes } = this.#options
    const short = minBytes > 0 ? [...(await this.free())].find(([, free]) => free < minBytes) : undefined
    if (!short) return null
    return `Media are refused: ${short[1]} bytes are free in ${short[0]}, less than MIN_FREE_BYTES (${minBytes})`
  }

  /**
   * Before so many bytes are taken in, and now and then while they are.
   * @throws {ApiError} 507
   */
  async require(bytes = 0): Promise<void> {
    const { minBytes } = this.#options
    if (minBytes === 0) return
    const least = Math.min(...(await this.free()).values())
    if (least - bytes < minBytes) throw noSpace()
  }

  /** Passes on what comes in for as long as there is space. */
  async *guard(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of bytes) {
      await this.require()
      yield piece
    }
  }
}

export const noSpace = (cause?: unknown) =>
  new ApiError(507, 'There is too little free space on the server for media; try again later', { cause })
