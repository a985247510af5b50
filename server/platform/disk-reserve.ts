/** A reserve of free space: media must not use the space that the database and everything else need. */
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { ApiError } from './errors.ts'
import type { Clock } from './time.ts'

/** How many bytes are free on the disk of a folder, which need not exist yet. */
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
  /** The key is the setting that names the folder. */
  folders: Record<string, string>
  /** What happens below the reserve, for operators. */
  refused?: string
  /** Bytes that must stay free; 0 is no reserve. */
  minBytes: number
  freeBytes: FreeBytes
  clock: Clock
}

/** How long a reading is used: the bytes that come in meanwhile are far fewer than the reserve. */
const freshMs = 1_000

export class DiskReserve {
  readonly #options: ReserveOptions
  #reading: { at: number; free: Promise<Map<string, number>> } | undefined

  constructor(options: ReserveOptions) {
    this.#options = options
  }

  /** The free bytes in each folder, read at most a second ago. */
  free(): Promise<Map<string, number>> {
    const { folders, freeBytes, clock } = this.#options
    const at = clock().getTime()
    if (!this.#reading || Math.abs(at - this.#reading.at) >= freshMs) {
      const reads = Object.entries(folders).map(async ([name, folder]) => [name, await freeBytes(folder)] as const)
      this.#reading = { at, free: Promise.all(reads).then((found) => new Map(found)) }
    }
    return this.#reading.free
  }

  /** @returns a sentence for operators that names the folder with too little space, or null */
  async warning(): Promise<string | null> {
    const { minBytes, refused = 'Media are refused' } = this.#options
    const short = minBytes > 0 ? [...(await this.free())].find(([, free]) => free < minBytes) : undefined
    if (!short) return null
    return `${refused}: ${short[1]} bytes are free in ${short[0]}, less than MIN_FREE_BYTES (${minBytes})`
  }

  /**
   * Called before so many bytes come in, and repeatedly while they do.
   * @throws {ApiError} 507
   */
  async require(bytes = 0): Promise<void> {
    const { minBytes } = this.#options
    if (minBytes === 0) return
    const least = Math.min(...(await this.free()).values())
    if (least - bytes < minBytes) throw noSpace()
  }

  /** Passes bytes on as long as there is space. */
  async *guard(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of bytes) {
      await this.require()
      yield piece
    }
  }
}

export const noSpace = (cause?: unknown) =>
  new ApiError(507, 'There is too little free space on the server for media; try again later', { cause })
