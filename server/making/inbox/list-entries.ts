/** Lists the inbox: `INBOX_DIR/<workspace>/<file>` and `INBOX_DIR/<workspace>/<e-mail>/<file>`. */
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { isIgnored, isSidecar, sidecarOf } from './file-name.ts'

export type InboxFile = {
  /** The folders around it, below the inbox: workspace and person, or only the workspace, or none. */
  folders: string[]
  name: string
  path: string
  bytes: number
  /** False for a link, a pipe and everything else. */
  isFile: boolean
  /** Differs if it is another file or its content has changed. */
  fingerprint: string
}

/** A file, and its sidecar if there is one. */
export type InboxEntry = { file: InboxFile; sidecar: InboxFile | null }

export type Inbox = { folder: string; log: Pick<Logger, 'info' | 'warn' | 'error'> }

/**
 * The folders for files that are done. They are at the top, where only the operator writes: elsewhere somebody could put a
 * link in their place, and it would lead files out of the inbox.
 */
export const resultFolders = ['done', 'failed'] as const

/** A sidecar without its file is no entry yet. */
export async function listEntries(inbox: Inbox): Promise<InboxEntry[]> {
  const files = await filesIn(inbox, [])
  const byPath = new Map(files.map((file) => [file.path, file]))
  return files
    .filter(({ name }) => !isSidecar(name))
    .map((file) => ({ file, sidecar: byPath.get(sidecarOf(file.path)) ?? null }))
}

/** Folders below those of people are ignored. */
const maxFolders = 2

async function filesIn(inbox: Inbox, folders: string[]): Promise<InboxFile[]> {
  const here = join(inbox.folder, ...folders)
  const entries = await readdir(here, { withFileTypes: true }).catch((err) => {
    inbox.log.error({ err, folder: here }, 'A folder of the inbox cannot be read')
    return []
  })
  const found: InboxFile[] = []
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const { name } = entry
    if (isIgnored(name)) continue
    if (!entry.isDirectory()) found.push(...(await describe(folders, name, join(here, name))))
    else if (folders.length < maxFolders && !(folders.length === 0 && resultFolders.some((end) => end === name)))
      found.push(...(await filesIn(inbox, [...folders, name])))
  }
  return found
}

/** Nothing if it is gone. */
async function describe(folders: string[], name: string, path: string): Promise<InboxFile[]> {
  const found = await lstat(path, { bigint: true }).catch(() => null)
  if (!found) return []
  return [{ folders, name, path, bytes: Number(found.size), isFile: found.isFile(), fingerprint: fingerprintOf(found) }]
}

type Stats = { dev: bigint; ino: bigint; size: bigint; mtimeNs: bigint; ctimeNs: bigint }

/** `ctime` changes with every change, even if a program sets the time of the file back. */
export const fingerprintOf = ({ dev, ino, size, mtimeNs, ctimeNs }: Stats) =>
  [dev, ino, size, mtimeNs, ctimeNs].join(' ')

/** The entries of the later list that did not change. */
export function unchangedEntries(before: InboxEntry[], after: InboxEntry[]): InboxEntry[] {
  const marks = new Map(before.map((entry) => [entry.file.path, fingerprintsOf(entry)]))
  return after.filter((entry) => marks.get(entry.file.path) === fingerprintsOf(entry))
}

const fingerprintsOf = ({ file, sidecar }: InboxEntry) => `${file.fingerprint} ${sidecar?.fingerprint}`
