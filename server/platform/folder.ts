/** Folders that settings name. They are made at the start, so that a folder that cannot be made stops the start. */
import { access, constants, mkdir, open, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { OperatorError } from './errors.ts'

/**
 * @param setting  the variable that names it
 * @throws {OperatorError} the folder cannot be made or written to
 */
export async function requireFolder(folder: string, setting: string): Promise<void> {
  try {
    await makeFolder(resolve(folder))
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (cause) {
    const { message, code } = cause as NodeJS.ErrnoException
    const todo =
      code === 'EROFS'
        ? 'it is read-only here; a unit of systemd needs it in ReadWritePaths'
        : 'make it writable for the user who runs Minutebook'
    throw new OperatorError(
      `The folder ${resolve(folder)} cannot be used (${message}): ${todo}, or choose another ${setting}.`,
      { cause },
    )
  }
}

/** A folder that only this user may enter. Its parents are made as usual: the account of PostgreSQL may have to enter them. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await makeFolder(dirname(folder))
  await mkdir(folder, { mode: 0o700 }).catch((error) => unlessFolder(folder, error))
}

/**
 * Makes a folder and its missing parents. Node's own `recursive` tries forever where the system reports an existing
 * parent as missing, as in /proc.
 * @throws {Error} the system's error, with its code
 */
export async function makeFolder(folder: string): Promise<void> {
  const isThere = await tryMake(folder)
  if (isThere) return
  await makeFolder(dirname(folder))
  await mkdir(folder).catch((error) => unlessFolder(folder, error))
}

/** @returns false if the parent is missing */
async function tryMake(folder: string): Promise<boolean> {
  try {
    await mkdir(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && dirname(folder) !== folder) return false
    await unlessFolder(folder, error)
  }
  return true
}

/** For a folder that exists, `mkdir` fails with other codes than EEXIST too: EROFS, EISDIR for the root. */
async function unlessFolder(folder: string, error: unknown): Promise<void> {
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory()) throw error
}

/** Makes files that were made, renamed or removed in a folder survive a power failure. */
export async function flushFolder(folder: string): Promise<void> {
  await using handle = await open(folder)
  await handle.sync()
}
