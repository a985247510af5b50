/**
 * A backup is a folder: `postgres/`, `media/` and the files of the data folder as they are there, `SHA256SUMS` as
 * `sha256sum` writes and checks it, and `backup.json`, which is written last: a backup without it was not finished.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '../../platform/errors.ts'
import { parseJson } from '../../platform/parse-json.ts'
import type { Tables } from './contents.ts'

export type Backup = {
  format: 1
  /** The release of Minutebook. */
  release: string
  /** When the copy of the database was finished. */
  made_at: string
  /** Whether the key that opens its secrets is in it, or in the settings of the service that made it. */
  secret_key: 'here' | 'in settings'
  /** Whether the media are in it, or in a bucket: then it has only the uploads under way. */
  media: 'here' | 'in bucket'
  /** What was in the database when its copy ended; null if the service wrote all the time. */
  tables: Tables | null
  /** Files of media that rows name and that were deleted while the backup was made. */
  media_gone: string[]
  /** All folders, the empty ones too. */
  folders: string[]
  files: number
  bytes: number
  /** The hash of SHA256SUMS. */
  sha256: string
}

export type Size = Pick<Backup, 'files' | 'bytes'>

/** The path within the backup and the sum of each file. */
export type Sums = Map<string, string>

const [factsFile, sumsFile] = ['backup.json', 'SHA256SUMS']

/**
 * The entries of a folder, without `lost+found`, which file systems make at their top: an empty volume is an empty
 * folder.
 */
export async function entriesOf(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name !== 'lost+found')
}

export const oldKeyFile = 'secret-key.old'

/** Files of the data folder that are copied if they exist. */
export const keptFiles = ['postgres-password', 'secret-key', oldKeyFile, 'demo-keys.json']

export async function writeFacts(folder: string, facts: Omit<Backup, 'sha256'>, sums: Sums): Promise<void> {
  const text = [...sums].map(([path, sha256]) => `${sha256}  ${path}\n`).join('')
  await writeFile(join(folder, sumsFile), text, { mode: 0o600, flag: 'wx', flush: true })
  const backup: Backup = { ...facts, sha256: sha256Of(text) }
  await writeFile(join(folder, factsFile), `${JSON.stringify(backup, null, 2)}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  })
}

/** @throws {OperatorError} it is not a backup, not a complete one, or one that this release does not know */
export async function readFacts(folder: string): Promise<{ backup: Backup; sums: Sums }> {
  const text = await readFile(join(folder, factsFile), 'utf8').catch((cause) => {
    throw new OperatorError(`${folder} is not a finished backup: ${factsFile} cannot be read (${cause.message}).`)
  })
  const backup = parseJson(text) as Backup | null | undefined
  if (backup?.format !== 1 || !Array.isArray(backup.folders)) {
    throw new OperatorError(`${join(folder, factsFile)} is not one that this release of Minutebook can read.`)
  }
  const list = await readFile(join(folder, sumsFile), 'utf8').catch(() => '')
  if (sha256Of(list) !== backup.sha256)
    throw new OperatorError(`The backup ${folder} is broken: ${sumsFile} has changed.`)
  const sums: Sums = new Map(list.split('\n').flatMap((line) => (line ? [[line.slice(66), line.slice(0, 64)]] : [])))
  for (const path of [...sums.keys(), ...backup.folders]) requireInside(path)
  return { backup, sums }
}

/** A backup may come from anywhere: it must not write outside the folders that it is restored to. */
function requireInside(path: unknown): void {
  const parts = typeof path === 'string' ? path.split('/') : []
  const isInside = /^(postgres|media)$/.test(parts[0]!) || (parts.length === 1 && keptFiles.includes(parts[0]!))
  if (isInside && !parts.some((part) => /^\.{0,2}$/.test(part))) return
  throw new OperatorError(`The backup names ${JSON.stringify(path)}, which does not belong in one.`)
}

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex')
