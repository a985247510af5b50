/** Turns the files of an import into meetings: archives are opened, files read, and those of one meeting put together. */
import { isIgnored } from '../server/making/inbox/file-name.ts'
import { UnreadableError } from './forms/part.ts'
import { hashOf, hashOfMedia } from './hash-of.ts'
import { type ImportPart, joinParts } from './join-parts.ts'
import type { ImportFile, ReadMeetings, Unreadable } from './meetings.ts'
import { ArchiveError, type Budget, maxUnpacked, openArchive } from './open-archive.ts'
import { isMedia, readFile, typedMedia } from './read-file.ts'

/** Of one import. */
export const maxFiles = 20_000

export type ReadOptions = {
  signal?: AbortSignal
  /** Bytes that its archives may become in memory, all together. */
  budget?: number
  /** After each file. */
  onProgress?(done: number, total: number): void
}

/**
 * @returns the meetings, earliest first, and each file of which nothing is taken with the reason
 * @throws {RangeError} there are too many files; the signal's reason if it aborts
 */
export async function readMeetings(
  given: ImportFile[],
  { signal, budget = maxUnpacked, onProgress }: ReadOptions = {},
): Promise<ReadMeetings> {
  const unreadable: Unreadable[] = []
  const files = await openArchives(given, unreadable, { bytes: budget }, signal)
  if (files.length > maxFiles) throw new RangeError(`These are more than ${maxFiles} files: import them in parts`)
  const parts: ImportPart[] = []
  for (const [done, file] of files.entries()) {
    signal?.throwIfAborted()
    try {
      parts.push(...(await partsOf(file)))
    } catch (error) {
      unreadable.push({ path: file.path, reason: reasonOf(error) })
    }
    onProgress?.(done + 1, files.length)
  }
  const joined = joinParts(parts)
  return { meetings: joined.meetings, unreadable: [...unreadable, ...joined.unreadable] }
}

async function openArchives(given: ImportFile[], unreadable: Unreadable[], budget: Budget, signal?: AbortSignal) {
  const files: ImportFile[] = []
  for (const file of given) {
    signal?.throwIfAborted()
    if (isIgnored(file.path.split('/').at(-1)!)) continue
    if (!/\.zip$/i.test(file.path)) files.push(file)
    else {
      try {
        const opened = await openArchive(file, budget)
        files.push(...opened.files)
        unreadable.push(...opened.unreadable)
      } catch (error) {
        unreadable.push({ path: file.path, reason: reasonOf(error) })
      }
    }
  }
  return files.sort((one, other) => (one.path < other.path ? -1 : 1))
}

async function partsOf(file: ImportFile): Promise<ImportPart[]> {
  if (isMedia(file)) {
    if (file.blob.size === 0) throw new UnreadableError('It is empty')
    return [{ path: file.path, part: null, media: typedMedia(file), key: await hashOfMedia(file.blob) }]
  }
  const key = await hashOf(file.blob)
  const parts = await readFile(file)
  return parts.map((part, at) => ({
    path: file.path,
    part,
    media: null,
    key: parts.length === 1 ? key : `${key}-${at}`,
    isOneOfMany: parts.length > 1,
  }))
}

/** Readers say what is wrong; anything else is a form that nobody has thought of. */
const reasonOf = (error: unknown): string =>
  error instanceof UnreadableError || error instanceof ArchiveError ? error.message : 'It cannot be read'
