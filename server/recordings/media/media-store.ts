/**
 * Media as files of one folder, named at random. A file counts once a row names it; one that no row names is left over
 * from a crash, or from a row that is gone, and is swept away. Workers and servers share the folder.
 */
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, mkdir, open, opendir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

export class MediaStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Where uploads under way are kept: on the same disk, so that they can be taken in. */
  get uploadsFolder(): string {
    return join(this.#folder, 'tus')
  }

  /** The file's place on disk, in one of 256 folders. */
  pathOf(file: string): string {
    if (!isFileName(file)) throw new RangeError(`No media file is called ${file}`)
    return join(this.#folder, file.slice(0, 2), file)
  }

  /** Writes a file that is safely on disk when this returns; what was written of a broken one is gone. @returns its name */
  async write(bytes: AsyncIterable<Buffer>, signal?: AbortSignal): Promise<string> {
    const { file, path } = await this.#newFile()
    try {
      await pipeline(bytes, createWriteStream(path, { flush: true, mode: 0o600 }), ...(signal ? [{ signal }] : []))
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
    return file
  }

  /** Takes a file of the same disk in under a second name: the first is the caller's to remove. @returns its name here */
  async adopt(from: string): Promise<string> {
    const { file, path } = await this.#newFile()
    await sync(from)
    await link(from, path)
    await sync(dirname(path))
    return file
  }

  async describe(file: string): Promise<{ path: string; bytes: number }> {
    const path = this.pathOf(file)
    return { path, bytes: (await stat(path)).size }
  }

  /** Those that are gone already are passed over. */
  async remove(files: string[]): Promise<void> {
    for (const file of files) await rm(this.pathOf(file), { force: true })
  }

  /** Files last written before this moment. */
  async *olderThan(moment: Date): AsyncGenerator<string> {
    for await (const { name, parentPath } of walk(this.#folder)) {
      if (!isFileName(name)) continue
      const { mtime } = await stat(join(parentPath, name)).catch(() => ({ mtime: moment }))
      if (mtime < moment) yield name
    }
  }

  async #newFile(): Promise<{ file: string; path: string }> {
    const file = randomBytes(16).toString('hex')
    const path = this.pathOf(file)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    return { file, path }
  }
}

const isFileName = (name: string) => /^[0-9a-f]{32}$/.test(name)

async function* walk(folder: string) {
  try {
    yield* await opendir(folder, { recursive: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
