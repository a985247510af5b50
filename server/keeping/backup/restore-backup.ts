/** Restores a backup into an empty data folder: all of it, or nothing. */
import { execFile } from 'node:child_process'
import { chown, lstat, mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { unfinishedRestore } from '../../platform/embedded-postgres/cluster.ts'
import { type Account, chooseAccount } from '../../platform/embedded-postgres/programs.ts'
import { OperatorError } from '../../platform/errors.ts'
import { makeFolder, makePrivateFolder } from '../../platform/folder.ts'
import { copyFile, readSum } from './copy-file.ts'
import { type Backup, entriesOf, readFacts, type Size, type Sums } from './format.ts'

export type RestoreTarget = {
  dataDir: string
  /** null: media are only read and compared with their sums. */
  mediaFolder: string | null
}

export type RestoreOptions = {
  /** Stops the restore; the reason of the signal is thrown. */
  signal: AbortSignal
  /** Called after each file with what is copied so far. */
  onCopied: (copied: Size, all: Size) => void
  /** Checks what was restored; if it throws, everything restored is removed again. */
  check: (backup: Backup) => Promise<void>
}

/** @throws {OperatorError} the backup is broken, or a folder is not empty */
export async function restoreBackup(from: string, target: RestoreTarget, options: RestoreOptions): Promise<void> {
  const folder = resolve(from)
  const { backup, sums } = await readFacts(folder)
  // In this order: the media folder may be inside the data folder.
  await makeFolder(resolve(target.dataDir))
  await requireEmpty(target.dataDir)
  if (target.mediaFolder !== null) {
    await makePrivateFolder(resolve(target.mediaFolder))
    await requireEmpty(target.mediaFolder)
  }
  const unfinished = await markUnfinished(target.dataDir)
  try {
    await copyAll(folder, target, { ...options, backup, sums })
    await rm(unfinished)
    await options.check(backup)
  } catch (error) {
    await emptyOut(target)
    throw error
  }
}

async function requireEmpty(folder: string): Promise<void> {
  if ((await entriesOf(folder)).length > 0) throw notEmpty(folder)
}

const notEmpty = (folder: string) =>
  new OperatorError(`${resolve(folder)} is not empty: a backup is restored into a new folder.`)

/** While the file exists nothing opens the folder, and of two restores at once only one continues. @returns the file */
async function markUnfinished(dataDir: string): Promise<string> {
  const file = join(dataDir, unfinishedRestore)
  await writeFile(file, '', { flag: 'wx', mode: 0o600, flush: true }).catch((error) => {
    throw error.code === 'EEXIST' ? notEmpty(dataDir) : error
  })
  return file
}

async function copyAll(
  from: string,
  target: RestoreTarget,
  { backup, sums, signal, onCopied }: RestoreOptions & { backup: Backup; sums: Sums },
): Promise<void> {
  const account = await chooseAccount(undefined)
  const copied = { files: 0, bytes: 0 }
  for (const path of backup.folders) {
    const to = pathOf(target, path)
    if (to === null) continue
    await mkdir(to, { mode: 0o700 })
    await setOwner(to, path, account)
  }
  for (const [path, expected] of sums) {
    const source = join(from, path)
    if (!(await lstat(source).catch(() => null))?.isFile()) throw broken(from, `${path} is missing`)
    const to = pathOf(target, path)
    const { sha256, bytes } = await (to === null ? readSum(source, signal) : copyFile(source, to, signal))
    if (sha256 !== expected) throw broken(from, `${path} has changed`)
    if (to !== null) await setOwner(to, path, account)
    copied.files++
    copied.bytes += bytes
    onCopied(copied, backup)
  }
  await promisify(execFile)('sync')
  signal.throwIfAborted()
}

const broken = (folder: string, what: string) =>
  new OperatorError(`The backup ${folder} is broken: ${what}. Nothing was restored.`)

/** @returns null for what is not copied; the media folder itself exists already */
function pathOf({ dataDir, mediaFolder }: RestoreTarget, path: string): string | null {
  if (!/^media(\/|$)/.test(path)) return join(dataDir, path)
  return mediaFolder === null || path === 'media' ? null : join(mediaFolder, path.slice('media/'.length))
}

/** PostgreSQL does not run as root: its files belong to the user it runs as. */
async function setOwner(copy: string, path: string, account: Account): Promise<void> {
  if (account && /^postgres(\/|-password$|$)/.test(path)) await chown(copy, account.uid, account.gid)
}

async function emptyOut({ dataDir, mediaFolder }: RestoreTarget): Promise<void> {
  for (const folder of [mediaFolder, dataDir]) {
    if (folder === null) continue
    for (const name of await entriesOf(folder).catch(() => []))
      await rm(join(folder, name), { recursive: true, force: true })
  }
}
