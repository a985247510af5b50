/** Media as files of one folder, in 256 folders within it. */
import { link, open, opendir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { makePrivateFolder } from '../folder.ts'
import type { ByteRange } from './byte-range.ts'
import { isFileName, type LocalFile, type MediaStore, newFileName } from './media-store.ts'

export class FolderStore implements MediaStore {
  readonly #folder: string
  readonly uploadsFolder: string

  constructor(folder: string) {
    this.#folder = folder
    this.uploadsFolder = uploadsFolderIn(folder)
  }

  async write(bytes: AsyncIterable<Buffer>, signal?: AbortSignal): Promise<string> {
    const { file, path } = await this.#newFile()
    // Opened first: a file that is still being opened during an abort would be created after its removal.
    const handle = await open(path, 'wx', 0o600)
    try {
      await pipeline(bytes, handle.createWriteStream({ flush: true }), ...(signal ? [{ signal }] : []))
      await this.#syncName(path)
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
    return file
  }

  async writeAs(file: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    const path = this.#pathOf(file)
    await makePrivateFolder(dirname(path))
    const handle = await open(path, 'w', 0o600)
    await pipeline(bytes, handle.createWriteStream({ flush: true }))
    await this.#syncName(path)
  }

  /** Makes a hard link on the same disk. */
  async adopt(from: string): Promise<string> {
    const { file, path } = await this.#newFile()
    await sync(from)
    await link(from, path)
    await this.#syncName(path)
    return file
  }

  async size(file: string): Promise<number | null> {
    return orNull(async () => (await stat(this.#pathOf(file))).size)
  }

  async read(file: string, range?: ByteRange): Promise<Readable | null> {
    const handle = await orNull(() => open(this.#pathOf(file)))
    return handle ? handle.createReadStream(range) : null
  }

  async localFile(file: string): Promise<LocalFile> {
    const path = this.#pathOf(file)
    return { path, bytes: (await stat(path)).size, async [Symbol.asyncDispose]() {} }
  }

  async remove(files: string[]): Promise<void> {
    for (const file of files) await rm(this.#pathOf(file), { force: true })
  }

  async *olderThan(moment: Date): AsyncGenerator<string> {
    for await (const { name, parentPath } of walk(this.#folder)) {
      if (!isFileName(name)) continue
      const { mtime } = await stat(join(parentPath, name)).catch(() => ({ mtime: moment }))
      if (mtime < moment) yield name
    }
  }

  /** Nothing to do: an incomplete file is a file like any other. */
  async removeIncomplete(): Promise<void> {}

  #pathOf(file: string): string {
    if (!isFileName(file)) throw new RangeError(`No media file is called ${file}`)
    return join(this.#folder, file.slice(0, 2), file)
  }

  async #newFile(): Promise<{ file: string; path: string }> {
    const file = newFileName()
    const path = this.#pathOf(file)
    await makePrivateFolder(dirname(path))
    return { file, path }
  }

  /** A flushed file without its name is lost with the machine. Its folder may be new too. */
  async #syncName(path: string): Promise<void> {
    await sync(dirname(path))
    await sync(this.#folder)
  }
}

/** Within MEDIA_DIR, also if the media themselves are in a bucket. */
export const uploadsFolderIn = (folder: string) => join(folder, 'tus')

async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return null
  }
}

async function* walk(folder: string) {
  const entries = await orNull(() => opendir(folder, { recursive: true }))
  if (entries) yield* entries
}

async function sync(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
