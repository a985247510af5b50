/** The files of a folder, or one file; each is read only when it is needed. Links are not followed. */
import { openAsBlob } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { BroughtFile, Unreadable } from '../../../../meeting-import/meetings.ts'
import { maxFiles } from '../../../../meeting-import/read-meetings.ts'
import { isIgnored } from '../../../making/inbox/file-name.ts'
import { OperatorError } from '../../../platform/errors.ts'

/** A folder in a folder, and so on. */
const maxDepth = 32

type Listed = { files: BroughtFile[]; links: Unreadable[] }

/** @throws {OperatorError} it is not there, or has too many files */
export async function listFolder(path: string): Promise<Listed> {
  const found = await lstat(path).catch((error) => {
    throw new OperatorError(`${path} cannot be read: ${error.message}`)
  })
  if (found.isFile()) return { files: [{ path: basename(path), blob: await openAsBlob(path) }], links: [] }
  if (!found.isDirectory()) throw new OperatorError(`${path} is neither a folder nor a file.`)
  const listed: Listed = { files: [], links: [] }
  await addFolder(path, '', 0, listed)
  return listed
}

async function addFolder(root: string, within: string, depth: number, listed: Listed): Promise<void> {
  if (depth > maxDepth) return
  const entries = await readdir(join(root, within), { withFileTypes: true })
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = within === '' ? entry.name : `${within}/${entry.name}`
    if (isIgnored(entry.name)) continue
    if (entry.isDirectory()) await addFolder(root, path, depth + 1, listed)
    else if (entry.isFile()) listed.files.push({ path, blob: await openAsBlob(join(root, path)) })
    else listed.links.push({ path, reason: 'It is a link or something else, and only files are read' })
    if (listed.files.length > maxFiles)
      throw new OperatorError(`${root} has more than ${maxFiles} files: import it in parts.`)
  }
}
