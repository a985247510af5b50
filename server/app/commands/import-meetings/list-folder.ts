/** The files of a folder, or one file; each is read only when it is needed. Links are not followed. */
import { openAsBlob } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ImportFile, Unreadable } from '../../../../meeting-import/meetings.ts'
import { maxFiles } from '../../../../meeting-import/read-meetings.ts'
import { isIgnored } from '../../../making/inbox/file-name.ts'
import { OperatorError } from '../../../platform/errors.ts'

/** A folder in a folder, and so on. */
export const maxDepth = 32

/** `skipped` are those that are not read, with the reason. */
type Listed = { files: ImportFile[]; skipped: Unreadable[] }

/**
 * @param most  files that are listed
 * @throws {OperatorError} it is not there, or has too many files
 */
export async function listFolder(path: string, most = maxFiles): Promise<Listed> {
  const found = await lstat(path).catch((error) => {
    throw new OperatorError(`${path} cannot be read: ${error.message}`)
  })
  if (found.isFile()) return { files: [{ path: basename(path), blob: await openAsBlob(path) }], skipped: [] }
  if (!found.isDirectory()) throw new OperatorError(`${path} is neither a folder nor a file.`)
  const listed: Listed = { files: [], skipped: [] }
  await addFolder({ root: path, most }, '', 0, listed)
  return listed
}

type Folder = { root: string; most: number }

async function addFolder({ root, most }: Folder, within: string, depth: number, listed: Listed): Promise<void> {
  if (depth > maxDepth) {
    listed.skipped.push({ path: within, reason: `It is more than ${maxDepth} folders deep: move it further up` })
    return
  }
  const entries = await readdir(join(root, within), { withFileTypes: true })
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = within === '' ? entry.name : `${within}/${entry.name}`
    if (isIgnored(entry.name)) continue
    if (entry.isDirectory()) await addFolder({ root, most }, path, depth + 1, listed)
    else if (entry.isFile()) listed.files.push({ path, blob: await openAsBlob(join(root, path)) })
    else listed.skipped.push({ path, reason: 'It is a link or something else, and only files are read' })
    if (listed.files.length > most) throw new OperatorError(`${root} has more than ${most} files: import it in parts.`)
  }
}
