/** Opens ZIP archives of strangers: nothing is written to a disk, and what means harm is refused with a sentence. */
import { BlobReader, configure, type FileEntry, ZipReader } from '@zip.js/zip.js/index-native.js'
import type { ImportFile, Unreadable } from './meetings.ts'

// The page's policy allows no workers from `blob:` addresses.
configure({ useWebWorkers: false })

/** Of one archive: a year of meetings has some thousand files. */
export const maxEntries = 10_000
/** Bytes that the archives of an import may become in memory together, and bytes that are opened whatever their share. */
export const maxUnpacked = 1_073_741_824
const [fairBytes, fairRatio] = [16_777_216, 200]

const tooMuch = 'The archives have more than 1 GiB together: unpack this one and choose its folder, or import it alone'

const ifTrusted = 'if you trust the archive, unpack it and choose its folder'

const isLink = (entry: FileEntry) => ((entry.externalFileAttributes >>> 16) & 0o170_000) === 0o120_000

/** Names that programs add, and that nobody chose. */
const isLitter = (name: string) => /(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i.test(name)

const leadsOut = (name: string) => /^[/\\]|^[A-Za-z]:|\\|\0|(?:^|\/)\.\.(?:\/|$)/.test(name)

/** What is left of `maxUnpacked`. */
export type Budget = { bytes: number }

/**
 * The files of an archive, below its name without its ending.
 * @param budget  of the whole import; an archive that is refused takes nothing of it
 * @throws {ArchiveError} nothing of the archive is read
 */
export async function openArchive(
  archive: ImportFile,
  budget: Budget,
): Promise<{ files: ImportFile[]; unreadable: Unreadable[] }> {
  const before = budget.bytes
  const reader = new ZipReader(new BlobReader(archive.blob))
  try {
    const entries = await listEntries(reader)
    const files: ImportFile[] = []
    const unreadable: Unreadable[] = []
    for (const entry of entries) {
      const path = `${archive.path.replace(/\.zip$/i, '')}/${entry.filename}`
      const reason = refusalOf(entry)
      if (reason !== null) unreadable.push({ path, reason })
      else files.push({ path, blob: await unpack(entry, budget) })
    }
    return { files, unreadable }
  } catch (error) {
    budget.bytes = before
    throw error
  } finally {
    await reader.close().catch(() => {})
  }
}

/** The archive as a whole is refused. */
export class ArchiveError extends Error {}

async function listEntries(reader: ZipReader<unknown>): Promise<FileEntry[]> {
  const entries: FileEntry[] = []
  let seen = 0
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (++seen > maxEntries)
        throw new ArchiveError(`The archive has more than ${maxEntries} files: unpack it in parts`)
      if (leadsOut(entry.filename))
        throw new ArchiveError(
          `The archive names ${JSON.stringify(entry.filename.slice(0, 80))}, which leads out of it`,
        )
      if (!entry.directory && !isLitter(entry.filename)) entries.push(entry)
    }
  } catch (error) {
    throw error instanceof ArchiveError ? error : new ArchiveError('The archive is damaged, or no ZIP archive')
  }
  const encrypted = entries.some((entry) => entry.encrypted)
  if (encrypted) throw new ArchiveError('The archive is encrypted: unpack it with its password, and choose the folder')
  return entries
}

function refusalOf(entry: FileEntry): string | null {
  if (isLink(entry)) return 'It is a link, and links are not followed'
  return /\.zip$/i.test(entry.filename) ? 'An archive inside an archive is not opened: unpack it first' : null
}

/** What an entry says of its size is not believed. */
async function unpack(entry: FileEntry, budget: Budget): Promise<Blob> {
  const fair = Math.max(fairBytes, entry.compressedSize * fairRatio)
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  // The library throws an error of its own in place of this one.
  let refusal = `The archive is damaged at ${entry.filename}`
  const sink = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(part) {
      bytes += part.length
      budget.bytes -= part.length
      const isBomb = bytes > fair
      if (isBomb)
        refusal = `${entry.filename} grows to more than ${fairRatio} times its size, as a bomb does: ${ifTrusted}`
      else if (budget.bytes < 0) refusal = tooMuch
      if (isBomb || budget.bytes < 0) throw new ArchiveError(refusal)
      parts.push(part)
    },
  })
  try {
    await entry.getData(sink, { checkSignature: true, checkOverlappingEntry: true })
  } catch {
    throw new ArchiveError(refusal)
  }
  return new Blob(parts)
}
