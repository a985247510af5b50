/** The folder that media travel in beside a world: one file a recording, named by its id (`--media DIR`). */
import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { copyFile, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaStore } from '../recordings/media/media-store.ts'

export class MediaFolder {
  readonly #folder: string
  readonly #store: MediaStore

  constructor(folder: string, store: MediaStore) {
    this.#folder = folder
    this.#store = store
  }

  /** @param file  its name in the store */
  async put(file: string, name: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true })
    await copyFile(this.#store.pathOf(file), join(this.#folder, name), constants.COPYFILE_FICLONE)
  }

  /** @returns its name in the store, or null if there is no such file */
  async take(name: string): Promise<string | null> {
    const handle = await orNull(() => open(join(this.#folder, name)))
    return handle && this.#store.write(handle.createReadStream())
  }

  /** Whether the store has these bytes under this name already. */
  async isStored(file: string, name: string): Promise<boolean> {
    const [stored, given] = [await digest(this.#store.pathOf(file)), await digest(join(this.#folder, name))]
    return stored !== null && stored === given
  }
}

function digest(path: string): Promise<string | null> {
  return orNull(async () => {
    const hash = createHash('sha256')
    for await (const piece of createReadStream(path)) hash.update(piece)
    return hash.digest('hex')
  })
}

async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
