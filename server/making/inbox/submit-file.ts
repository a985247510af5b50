/** Makes an upload of a file of the inbox, by the ways and limits of an upload that a person sends (decision 27). */
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { access, type FileHandle, lstat, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Context } from '../../platform/context/context.ts'
import type { DiskReserve } from '../../platform/disk-reserve.ts'
import { ApiError, ResourceLimitError } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { plainName } from '../uploads/fetch-media.ts'
import type { UploadFields } from '../uploads/given-upload.ts'
import { lockMediaUse, type MediaLimits, readMediaUse, requireFit } from '../uploads/media-use.ts'
import { longBody, readFields } from '../uploads/read-upload.ts'
import { renewSubmitted, submitOnce } from '../uploads/submit-once.ts'
import { rejectWithoutTranscriber, type UploadContent, type Uploader } from '../uploads/submit-upload.ts'
import { NotReady, refused } from './errors.ts'
import { type Kind, kindOf, mediaTypeOf } from './file-name.ts'
import { findUploader, withMeeting } from './file-owner.ts'
import { fingerprintOf, type InboxEntry, type InboxFile } from './list-entries.ts'
import { readingTask, readSidecar, readTranscriptFile, type Sidecar, withName } from './read-fields.ts'

export type FileDeps = Pick<Context, 'db' | 'clock' | 'jobs' | 'secretKey' | 'store' | 'threads'> & {
  disk: DiskReserve
  limits: MediaLimits
  /** Limit of a transcript, in bytes: that of a request. */
  bodyLimitBytes: number
  transcribes(): Promise<boolean>
}

/** @throws {ApiError} why it is no upload; NotReady; else an error that may pass */
export async function submitFile(deps: FileDeps, { file, sidecar }: InboxEntry): Promise<string> {
  if (!file.isFile) throw refused('Only files are taken from the inbox: this is a link or something else')
  const kind = kindOf(file.name)
  if (kind === null) throw refused('A file of this kind is not taken: only audio, video, .vtt, .srt and .json')
  // A file that cannot be moved away would be submitted again and again.
  await access(dirname(file.path), constants.W_OK)
  const beside = sidecar ? readSidecar(await readWhole(deps, sidecar)) : {}
  const given = await (kind === 'media' ? readMedia(deps, file, beside) : readTranscript(deps, kind, file, beside))
  const uploader = await findUploader(deps.db, file.folders, given.user)
  const fields = await withMeeting(deps.db, uploader, given.fields, file, beside)
  const submission = { uploader, fields, key: keyOf(file), action: 'inbox.upload' }
  const before = await renewSubmitted(deps, submission)
  if (before !== null) return before
  if (kind === 'media') return submitMedia(deps, file, submission)
  await requireUnchanged(file)
  return (await submitOnce(deps, { ...submission, content: given.content! })).recordingId
}

type GivenFile = { user: string | null; fields: UploadFields; content: UploadContent | null }

async function readMedia(
  { transcribes, limits }: FileDeps,
  file: InboxFile,
  { user, ...fields }: Sidecar,
): Promise<GivenFile> {
  const read = readFields(withName(fields, file.name), 'sidecar')
  await rejectWithoutTranscriber(transcribes, read)
  requireSize(file.bytes, limits.mediaMaxBytes, 'MEDIA_MAX_BYTES')
  return { user: user ?? null, fields: read, content: null }
}

async function readTranscript(deps: FileDeps, kind: Kind, file: InboxFile, beside: Sidecar): Promise<GivenFile> {
  const bytes = await readWhole(deps, file)
  const given =
    bytes.length < longBody
      ? readTranscriptFile(kind, bytes, beside, file.name)
      : await deps.threads.run(readingTask, [kind, bytes, beside, file.name], { isPatient: true }).catch(refuseTooLong)
  if ('address' in given.content) throw refused('A file of the inbox has its transcript in itself: url is not taken')
  return given
}

/** It would take as much the next time. */
function refuseTooLong(error: unknown): never {
  throw error instanceof ResourceLimitError ? refused(`The file cannot be read: ${error.message}`) : error
}

function requireSize(bytes: number, most: number, setting: string): void {
  if (bytes === 0) throw refused('The file is empty')
  if (bytes > most) throw refused(`The file has ${bytes} bytes, and at most ${most} are taken (${setting})`)
}

async function readWhole({ bodyLimitBytes }: FileDeps, file: InboxFile): Promise<Buffer> {
  if (!file.isFile) throw refused('Only files are taken from the inbox: its sidecar is a link or something else')
  requireSize(file.bytes, bodyLimitBytes, 'BODY_LIMIT_BYTES')
  await using handle = await openUnchanged(file)
  return await handle.readFile()
}

/** Never through a link, and never a pipe, which would be waited for. */
async function openUnchanged(file: InboxFile): Promise<FileHandle> {
  const handle = await open(file.path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  if (fingerprintOf(await handle.stat({ bigint: true })) === file.fingerprint) return handle
  await handle.close()
  throw new NotReady(`${file.name} is another file now`)
}

async function requireUnchanged(file: InboxFile): Promise<void> {
  if (fingerprintOf(await lstat(file.path, { bigint: true })) !== file.fingerprint)
    throw new NotReady(`${file.name} was changed`)
}

/** A copy: who still has the file open could change a link of it. */
async function submitMedia(
  deps: FileDeps,
  file: InboxFile,
  submission: Omit<Parameters<typeof submitOnce>[1], 'content'>,
): Promise<string> {
  const { store, disk } = deps
  await disk.require(file.bytes)
  const stored = await copyIn(deps, file)
  try {
    const fileName = plainName(file.name)
    const media = { file: stored, bytes: file.bytes, contentType: mediaTypeOf(file.name), fileName }
    const { recordingId, repeated } = await submitOnce(deps, { ...submission, content: { media } }, (tx) =>
      requireRoom(deps, tx, submission.uploader, file.bytes),
    )
    if (repeated) await store.remove([stored])
    return recordingId
  } catch (error) {
    // After a lost connection it may be submitted; the sweep removes it if it is not.
    if (error instanceof ApiError) await store.remove([stored])
    throw error
  }
}

async function copyIn({ store, disk }: FileDeps, file: InboxFile): Promise<string> {
  await using handle = await openUnchanged(file)
  const bytes = handle.createReadStream({ autoClose: false, end: file.bytes - 1 })
  const stored = await store.write(disk.guard(bytes))
  try {
    await requireUnchanged(file)
    return stored
  } catch (error) {
    await store.remove([stored])
    throw error
  }
}

async function requireRoom({ clock, limits }: FileDeps, tx: Tx, uploader: Uploader, bytes: number): Promise<void> {
  await lockMediaUse(tx, uploader.workspaceId)
  requireFit(await readMediaUse(tx, clock(), uploader, limits), limits, bytes)
}

const keyOf = ({ folders, name, fingerprint }: InboxFile) =>
  `inbox-${createHash('sha256')
    .update(`${join(...folders, name)} ${fingerprint}`)
    .digest('hex')}`
