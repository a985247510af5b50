/** What lies in the inbox: `INBOX_DIR/<workspace>/<file>` and `INBOX_DIR/<workspace>/<e-mail>/<file>`. */
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { isLeftAlone, isSidecar, sidecarOf } from './file-name.ts'

export type InboxFile = {
  /** The folders it lies in, below the inbox: workspace and person, or only the workspace, or none. */
  folders: string[]
  name: string
  path: string
  bytes: number
  /** Not a link, a pipe or something else. */
  isFile: boolean
  /** Differs as soon as it is another file or its content has changed. */
  mark: string
}

/** A file with what says more about it. */
export type Drop = { file: InboxFile; sidecar: InboxFile | null }

export type Inbox = { folder: string; log: Pick<Logger, 'info' | 'warn' | 'error'> }

/**
 * The folders for files that were dealt with. They stand at the top, where only the operator writes; elsewhere a link in their place would
 * lead files out of the inbox.
 */
export const ends = ['done', 'failed'] as const

/** A sidecar alone waits for its file. */
export async function look(inbox: Inbox): Promise<Drop[]> {
  const files = await filesIn(inbox, [])
  const byPath = new Map(files.map((file) => [file.path, file]))
  return files
    .filter(({ name }) => !isSidecar(name))
    .map((file) => ({ file, sidecar: byPath.get(sidecarOf(file.path)) ?? null }))
}

/** Folders below those of people are left alone. */
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
    if (isLeftAlone(name)) continue
    if (!entry.isDirectory()) found.push(...(await describe(folders, name, join(here, name))))
    else if (folders.length < maxFolders && !(folders.length === 0 && ends.some((end) => end === name)))
      found.push(...(await filesIn(inbox, [...folders, name])))
  }
  return found
}

/** Nothing if it has vanished. */
async function describe(folders: string[], name: string, path: string): Promise<InboxFile[]> {
  const found = await lstat(path, { bigint: true }).catch(() => null)
  if (!found) return []
  return [{ folders, name, path, bytes: Number(found.size), isFile: found.isFile(), mark: markOf(found) }]
}

type Stats = { dev: bigint; ino: bigint; size: bigint; mtimeNs: bigint; ctimeNs: bigint }

/** `ctime` moves with every change, also where a program sets the time of the file back. */
export const markOf = ({ dev, ino, size, mtimeNs, ctimeNs }: Stats) => [dev, ino, size, mtimeNs, ctimeNs].join(' ')

/** Those of a later look that are as they were. */
export function unchanged(before: Drop[], after: Drop[]): Drop[] {
  const marks = new Map(before.map((drop) => [drop.file.path, marksOf(drop)]))
  return after.filter((drop) => marks.get(drop.file.path) === marksOf(drop))
}

const marksOf = ({ file, sidecar }: Drop) => `${file.mark} ${sidecar?.mark}`
