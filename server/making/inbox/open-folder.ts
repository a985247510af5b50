/**
 * Holds a folder of the inbox while its files are read and moved. A person who may write into the folder of a workspace can
 * replace a folder by a link at any moment; a path would then lead out of the inbox.
 */
import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { NotReady } from './errors.ts'
import type { InboxEntry } from './list-entries.ts'

export type OpenFolder = AsyncDisposable & {
  /** Refers to this folder even if something else is in its place by now. */
  path: string
}

/** Only Linux reaches what is in a folder by the open folder. */
export const openFolder = process.platform === 'linux' ? openByHandle : openByName

/** @throws {NotReady} there is a link instead of a folder; a later check rejects it */
async function openByHandle(inbox: string, folders: string[]): Promise<OpenFolder> {
  let handle = await open(inbox, constants.O_RDONLY | constants.O_DIRECTORY)
  for (const name of folders) {
    await using above = handle
    handle = await openWithin(above, name)
  }
  return { path: pathOf(handle), [Symbol.asyncDispose]: () => handle.close() }
}

const pathOf = ({ fd }: FileHandle) => `/proc/self/fd/${fd}`

async function openWithin(above: FileHandle, name: string): Promise<FileHandle> {
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW
  return open(join(pathOf(above), name), flags).catch((error) => {
    throw ['ENOTDIR', 'ELOOP'].includes(error.code) ? new NotReady(`${name} is no folder now`) : error
  })
}

/**
 * On other systems a folder is known only by its path. A link that replaces it after this moment is followed there.
 * @throws {NotReady} there is a link instead of a folder
 */
export async function openByName(inbox: string, folders: string[]): Promise<OpenFolder> {
  const path = join(await realpath(inbox), ...folders)
  if ((await realpath(path)) !== path) throw new NotReady(`${folders.join('/')} is no folder now`)
  return { path, async [Symbol.asyncDispose]() {} }
}

/** The same entry, with paths through the held folder. */
export const entryIn = ({ path }: OpenFolder, { file, sidecar }: InboxEntry): InboxEntry => ({
  file: { ...file, path: join(path, file.name) },
  sidecar: sidecar && { ...sidecar, path: join(path, sidecar.name) },
})
