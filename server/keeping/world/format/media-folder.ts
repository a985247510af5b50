/**
 * The folder with the media of a world (`--media DIR`). A file's name is the SHA-256 of its content, so workspaces with a
 * common id, or two exports of one workspace, can share a folder without losing files. Links are not followed, so nothing
 * outside the folder is read or written.
 */
import { createHash } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import { type FileHandle, open, rename, unlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { DiskReserve } from '../../../platform/disk-reserve.ts'
import { makePrivateFolder } from '../../../platform/folder.ts'
import { isId } from '../../../platform/id.ts'
import type { MediaStore } from '../../../platform/store/media-store.ts'

export class MediaFolder {
  readonly #folder: string
  readonly #store: MediaStore
  readonly #disk: Pick<DiskReserve, 'require'>

  /** @param disk  the disk of the store, or of the files that are uploaded to it */
  constructor(folder: string, store: MediaStore, disk: Pick<DiskReserve, 'require'>) {
    this.#folder = folder
    this.#store = store
    this.#disk = disk
  }

  /**
   * @param file  its name in the store
   * @returns its name in the folder, or null if the store has no such file
   */
  async put(file: string): Promise<string | null> {
    await makePrivateFolder(resolve(this.#folder))
    const part = join(this.#folder, `${file}.part`)
    // An existing file may be a link to another file, so it is removed and the copy is a new file.
    await orNull(() => unlink(part))
    // Opened last, because an open file that is never read crashes the process when it is garbage-collected.
    const stored = await this.#store.read(file)
    if (!stored) return null
    const hash = createHash('sha256')
    stored.on('data', (piece) => hash.update(piece))
    await pipeline(stored, createWriteStream(part, { flags: 'wx', mode: 0o600 }))
    const name = hash.digest('hex')
    await rename(part, this.#pathOf(name))
    return name
  }

  /**
   * @returns its name in the store, or null if there is no such file
   * @throws {ApiError} 507
   */
  async take(name: string): Promise<{ file: string; bytes: number } | null> {
    const handle = await openRegularFile(this.#pathOf(name))
    if (!handle) return null
    const { size: bytes } = await handle.stat()
    try {
      await this.#disk.require(bytes)
    } catch (error) {
      await handle.close()
      throw error
    }
    return { file: await this.#store.write(handle.createReadStream()), bytes }
  }

  /** Whether the store already has these bytes under this name. */
  async isStored(file: string, name: string): Promise<boolean> {
    const given = await openRegularFile(this.#pathOf(name))
    if (!given) return false
    const [stored, there] = await Promise.all([this.#store.read(file).then(digest), digest(given.createReadStream())])
    return stored === there
  }

  #pathOf(name: string): string {
    if (!isId(name)) throw new RangeError(`No file of media is called ${name}`)
    return join(this.#folder, name)
  }
}

/** Opens a file only if it is a regular one, not a link, folder or pipe. */
async function openRegularFile(path: string): Promise<FileHandle | null> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  const handle = await orNull(() => open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK))
  if (!handle || (await handle.stat()).isFile()) return handle
  await handle.close()
  return null
}

async function digest(bytes: Readable | null): Promise<string | null> {
  if (!bytes) return null
  const hash = createHash('sha256')
  for await (const piece of bytes) hash.update(piece)
  return hash.digest('hex')
}

/** ELOOP is a link, ENXIO a socket. */
async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (['ENOENT', 'ELOOP', 'ENXIO'].includes((error as NodeJS.ErrnoException).code!)) return null
    throw error
  }
}
