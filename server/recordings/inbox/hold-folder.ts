/**
 * Holds a folder of the inbox while its files are read and moved. Who may write into the folder of a workspace can put a link in
 * the place of a folder between two looks; a path would then lead out of the inbox.
 */
import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { NotReady } from './errors.ts'
import type { Drop } from './look.ts'

export type HeldFolder = AsyncDisposable & {
  /** Refers to this folder even if something else is in its place by now. */
  path: string
}

/** Only Linux reaches what is in a folder by the open folder. */
export const holdFolder = process.platform === 'linux' ? holdOpen : holdByName

/** @throws {NotReady} there is a link instead of a folder; a later check rejects it */
async function holdOpen(inbox: string, folders: string[]): Promise<HeldFolder> {
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
 * Elsewhere a folder is known by its path alone. What remains there: a link that is put in its place after this moment is followed.
 * @throws {NotReady} there is a link instead of a folder
 */
export async function holdByName(inbox: string, folders: string[]): Promise<HeldFolder> {
  const path = join(await realpath(inbox), ...folders)
  if ((await realpath(path)) !== path) throw new NotReady(`${folders.join('/')} is no folder now`)
  return { path, async [Symbol.asyncDispose]() {} }
}

/** The same files, reached by the folder that is held. */
export const heldDrop = ({ path }: HeldFolder, { file, sidecar }: Drop): Drop => ({
  file: { ...file, path: join(path, file.name) },
  sidecar: sidecar && { ...sidecar, path: join(path, sidecar.name) },
})
