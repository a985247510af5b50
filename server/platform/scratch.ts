/** Temporary folders on the disk of this machine: removed by `using`, or within a day if the process was killed. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DiskReserve } from './disk-reserve.ts'
import { ApiError, EngineError } from './errors.ts'

/** What their names begin with. */
export const scratchPrefix = 'minutebook-scratch-'

export type Scratch = AsyncDisposable & { folder: string }

/** Opens folders for so many bytes at most. */
export type ScratchSpace = { open(bytes: number): Promise<Scratch> }

/** Looks at no disk. */
export const openScratchSpace: ScratchSpace = {
  async open() {
    const folder = await mkdtemp(join(tmpdir(), scratchPrefix))
    return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
  },
}

/** Leaves free what must stay free, also while several folders fill up at once. */
export class ReservedScratch implements ScratchSpace {
  readonly #disk: Pick<DiskReserve, 'require'>
  /** Of the folders that are open; what is written of them counts twice. */
  #promisedBytes = 0

  constructor(disk: Pick<DiskReserve, 'require'>) {
    this.#disk = disk
  }

  /** @throws {EngineError} retryable: there is too little space */
  async open(bytes: number): Promise<Scratch> {
    await using opened = new AsyncDisposableStack()
    this.#promisedBytes += bytes
    opened.defer(() => {
      this.#promisedBytes -= bytes
    })
    await this.#disk.require(this.#promisedBytes).catch((error) => {
      throw error instanceof ApiError ? new EngineError(error.message, { retryable: true, cause: error }) : error
    })
    const { folder } = opened.use(await openScratchSpace.open(bytes))
    const kept = opened.move()
    return { folder, [Symbol.asyncDispose]: () => kept.disposeAsync() }
  }
}

/** Removes folders that killed processes made before this moment: words of meetings must not stay. */
export async function removeAbandoned(before: Date): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(scratchPrefix)) continue
    const folder = join(tmpdir(), name)
    const { mtime } = await stat(folder).catch(() => ({ mtime: before }))
    if (mtime < before) await rm(folder, { recursive: true, force: true })
  }
}
