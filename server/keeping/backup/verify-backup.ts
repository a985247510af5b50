/** Restores a backup into a folder of its own and compares it with what it was made of. */
import { chmod, lstat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { runAfterDeath } from '../../platform/after-death.ts'
import type { FreeBytes } from '../../platform/disk-reserve.ts'
import { makeDraft, removeDeadDrafts, removeDraft } from '../../platform/drafts.ts'
import { OperatorError } from '../../platform/errors.ts'
import { makeFolder } from '../../platform/folder.ts'
import { type Db, inSnapshot } from '../../platform/postgres/db.ts'
import type { MediaStore } from '../../platform/store/media-store.ts'
import { compareTables, listMedia, readTables } from './contents.ts'
import { type Backup, readFacts, type Sums } from './format.ts'
import { type RestoreOptions, restoreBackup } from './restore-backup.ts'

export type VerifyOptions = Omit<RestoreOptions, 'check'> & {
  /** Where the scratch folder is made. */
  dataDir: string
  freeBytes: FreeBytes
  /** Bytes that must stay free there. */
  minFreeBytes: number
  /**
   * Opens the restored service and passes it on.
   * @param dataDir      the scratch folder
   * @param mediaFolder  the backup's own
   */
  open(
    folders: { dataDir: string; mediaFolder: string },
    compare: (restored: { db: Db; media: MediaStore }) => Promise<void>,
  ): Promise<void>
}

/** What was compared. */
export type Verified = { backup: Backup; tables: number; rows: number; media: number }

/**
 * The database is copied, started and read from end to end; media are read where they are.
 * @throws {OperatorError} what is broken, by the name of its file or table
 */
export async function verifyBackup(from: string, options: VerifyOptions): Promise<Verified> {
  const { dataDir, open, signal } = options
  const { backup, sums } = await readFacts(resolve(from))
  await makeFolder(resolve(dataDir))
  await removeDeadDrafts(dataDir, draftKind)
  await requireSpace(from, sums, options)
  await using scratch = await makeScratch(resolve(dataDir))
  const found = { backup, tables: 0, rows: 0, media: 0 }
  const check = () =>
    open({ dataDir: scratch.folder, mediaFolder: join(resolve(from), 'media') }, async ({ db, media }) => {
      const faults = [...(await compareRows(db, found, signal)), ...(await compareMedia(db, media, found))]
      if (faults.length > 0) throw new OperatorError(`The backup ${from} is broken.\n${shorten(faults).join('\n')}`)
    })
  await restoreBackup(from, { dataDir: scratch.folder, mediaFolder: null }, { ...options, check })
  return found
}

const draftKind = 'verify'

/** The server of a killed run stops by itself; then the folder is removed. */
const removal =
  'for i in 1 2 3 4 5 6 7 8 9; do test -e "$0/postgres/postmaster.pid" || break; sleep 5; done; rm -rf "$0"'

async function makeScratch(dataDir: string) {
  const folder = await makeDraft(dataDir, draftKind)
  // The account of PostgreSQL has to enter it.
  await chmod(folder, 0o711)
  const dismiss = runAfterDeath(removal, [folder])
  return {
    folder,
    async [Symbol.asyncDispose]() {
      dismiss()
      await removeDraft(folder)
    },
  }
}

async function requireSpace(
  from: string,
  sums: Sums,
  { dataDir, freeBytes, minFreeBytes }: VerifyOptions,
): Promise<void> {
  let needed = minFreeBytes
  for (const path of sums.keys()) {
    if (path.startsWith('media/')) continue
    needed += (await lstat(join(from, path)).catch(() => null))?.size ?? 0
  }
  const free = await freeBytes(dataDir)
  if (free >= needed) return
  const [need, have] = [Math.ceil(needed / 1_048_576), Math.floor(free / 1_048_576)]
  throw new OperatorError(
    `The check restores into ${resolve(dataDir)}, which needs ${need} MiB and has ${have} MiB free: free some space, or set DATA_DIR to another disk.`,
  )
}

async function compareRows(db: Db, found: Verified, signal: AbortSignal): Promise<string[]> {
  const tables = await inSnapshot(db, (tx) => readTables(tx, signal))
  found.tables = Object.keys(tables).length
  found.rows = Object.values(tables).reduce((sum, { rows }) => sum + Number(rows), 0)
  return found.backup.tables ? compareTables(found.backup.tables, tables) : []
}

async function compareMedia(db: Db, media: MediaStore, found: Verified): Promise<string[]> {
  if (found.backup.media === 'in bucket') return []
  const gone = new Set(found.backup.media_gone)
  const faults: string[] = []
  for (const { file, bytes } of await inSnapshot(db, listMedia)) {
    if (gone.has(file)) continue
    found.media++
    const size = await media.size(file)
    if (size === null) faults.push(`The file ${file} of media is missing.`)
    else if (bytes !== null && size !== Number(bytes))
      faults.push(`The file ${file} of media has ${size} bytes instead of ${bytes}.`)
  }
  return faults
}

const shown = 20

const shorten = (faults: string[]) =>
  faults.length <= shown ? faults : [...faults.slice(0, shown), `And ${faults.length - shown} more.`]
