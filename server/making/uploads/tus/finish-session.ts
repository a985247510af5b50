/** Converts a complete resumable upload to a normal upload (decision 27). */

import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../../../platform/context/context.ts'
import { ApiError, invalid, notFound } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { serialize } from '../../../platform/postgres/mutex.ts'
import type { MediaStore } from '../../../platform/store/media-store.ts'
import { mediaType, plainName } from '../fetch-media.ts'
import { type UploadFields, withConsentTime } from '../given-upload.ts'
import { readFields } from '../read-upload.ts'
import { submitUpload, type Uploader, withoutLostNote } from '../submit-upload.ts'
import { attachMedia } from './attach-media.ts'
import { completeSession, deleteSession, isComplete, listOpenOrExpired } from './sessions.ts'

type Metadata = Record<string, string | null>

const within = 'metadata'

/**
 * Metadata values are strings, with the fields of a submission; `participants`, `consent`, `own_microphone`, `import` and
 * `may_wait` are JSON.
 * @throws {ApiError} 400; also for a transcript, which would be taken for sound
 */
export function readMetadata({
  filename,
  participants,
  consent,
  own_microphone,
  import: imported,
  may_wait,
  media_of: _,
  ...texts
}: Metadata): UploadFields {
  if (/\.(?:vtt|srt|txt)$/i.test(filename ?? ''))
    throw invalid(`${within}.filename`, 'is a transcript: send it in the body of POST /api/v1/recordings/upload')
  const values = {
    participants: readJson('participants', participants),
    consent: readJson('consent', consent),
    own_microphone: readJson('own_microphone', own_microphone),
    import: readJson('import', imported),
    may_wait: readJson('may_wait', may_wait),
  }
  const fields = { ...texts, title: texts.title ?? filename, ...values }
  return readFields(fields, within)
}

function readJson(name: string, text: string | null | undefined): unknown {
  if (!text) return text
  try {
    return JSON.parse(text)
  } catch {
    throw invalid(`${within}.${name}`, 'must be JSON')
  }
}

/** The file with the received bytes of a session. */
export const fileOf = (store: MediaStore, id: string) => join(store.uploadsFolder, id)

/**
 * Several calls at once are safe. Calls within a process are serialized, because copying to a bucket takes long and
 * clients repeat their request meanwhile. If a later call finds no file, the upload was finished or deleted. After a
 * crash the next call finishes it; a second file may be left, which the sweep removes like all files without a row.
 * @throws {StoreError} the store is unavailable; the session stays
 * @throws {ApiError} 400; 404 if it was deleted meanwhile, or the person is being erased
 */
export async function finishSession(
  deps: Pick<Context, 'db' | 'clock' | 'log' | 'jobs' | 'secretKey' | 'store'>,
  uploader: Uploader,
  id: string,
): Promise<void> {
  await serialize(`finish ${uploader.workspaceId} ${id}`, async () => {
    if (await isComplete(deps.db, uploader, id)) return
    await submitSession(deps, uploader, id)
    if (!(await isComplete(deps.db, uploader, id))) throw notFound('Upload')
  })
}

async function submitSession(
  deps: Pick<Context, 'db' | 'clock' | 'log' | 'jobs' | 'secretKey' | 'store'>,
  uploader: Uploader,
  id: string,
): Promise<void> {
  const { db, store, clock, jobs, secretKey } = deps
  const file = await store.adopt(fileOf(store, id)).catch(nullIfGone)
  if (file === null) return
  const submit = async (tx: Tx) => {
    const session = await completeSession(tx, uploader, id)
    if (!session) return false
    const { metadata, bytes, createdAt } = session
    const name = metadata.filename ?? metadata.title ?? id
    const media = { file, bytes, contentType: mediaType(metadata.filetype), fileName: plainName(name) }
    if (metadata.media_of) {
      await attachMedia(tx, clock(), uploader, metadata.media_of, media)
      return true
    }
    const fields = readMetadata(metadata)
    const targets = await withoutLostNote(tx, uploader, fields.targets)
    const facts = withConsentTime(fields.facts, createdAt)
    await submitUpload(tx, { now: clock(), jobs, secretKey }, uploader, id, { ...fields, facts, targets }, { media })
    return true
  }
  try {
    if (!(await db.transaction().execute(submit))) await store.remove([file])
  } catch (error) {
    // After a lost connection it may be submitted; the sweep removes it if it is not.
    if (error instanceof ApiError) await store.remove([file])
    throw error
  }
  await rm(fileOf(store, id), { force: true })
}

function nullIfGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

type OldSession = Awaited<ReturnType<typeof listOpenOrExpired>>[number]

/** Finishes complete sessions without a client and deletes expired ones; a failure does not affect the others. */
export async function tidySessions(
  deps: Pick<Context, 'db' | 'clock' | 'log' | 'jobs' | 'secretKey' | 'store'>,
): Promise<void> {
  for (const session of await listOpenOrExpired(deps.db, deps.clock())) {
    try {
      await tidySession(deps, session)
    } catch (err) {
      deps.log.error({ err, recordingId: session.id }, 'An upload under way could not be tidied')
    }
  }
}

async function tidySession(
  deps: Pick<Context, 'db' | 'clock' | 'log' | 'jobs' | 'secretKey' | 'store'>,
  { uploader, id, length, expired }: OldSession,
): Promise<void> {
  if (expired) return removeSession(deps, uploader, id)
  const { size } = await stat(fileOf(deps.store, id)).catch(() => ({ size: null }))
  if (size !== null && size === length) await finishOrRemove(deps, uploader, id)
}

/** Deletes the session if its owner has lost the right, because trying again cannot help. */
async function finishOrRemove(
  deps: Pick<Context, 'db' | 'clock' | 'log' | 'jobs' | 'secretKey' | 'store'>,
  uploader: Uploader,
  id: string,
): Promise<void> {
  try {
    await finishSession(deps, uploader, id)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    deps.log.warn({ recordingId: id, reason: error.message }, 'A complete upload could not be submitted')
    await removeSession(deps, uploader, id)
  }
}

async function removeSession(
  { db, store }: Pick<Context, 'db' | 'store'>,
  { workspaceId }: Uploader,
  id: string,
): Promise<void> {
  await rm(fileOf(store, id), { force: true })
  await deleteSession(db, workspaceId, id)
}
