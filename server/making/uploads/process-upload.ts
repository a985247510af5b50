/**
 * Runs one stage of an upload: download its media, transcribe, write AI notes, finish. One transaction stores the result
 * of a stage and the job of the next. So a crash repeats one stage and loses nothing. No transaction is open while a
 * stage works (decisions 28 on upload states, 29a on media and repeats).
 */

import { tryRemoveLeftovers } from '../../meetings/recordings/media/leftovers.ts'
import type { Context } from '../../platform/context/context.ts'
import type { DiskReserve } from '../../platform/disk-reserve.ts'
import { EngineError } from '../../platform/errors.ts'
import { nextTry } from '../../platform/next-try.ts'
import { findTemporaryFailure } from '../../platform/postgres/database-errors.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { StoreError } from '../../platform/store/media-store.ts'
import { NoTranscriberError, type NoteWriter, type Transcriber } from '../engines/shared/engines.ts'
import { finishUpload } from './finish-upload.ts'
import type { MediaLimits } from './media-use.ts'
import { uploadProgress } from './progress.ts'
import { isRequested, untilGone } from './until-gone.ts'
import { endUpload } from './upload-failed.ts'
import { loadSource, type Source, sendNext, type UploadIds } from './upload-source.ts'
import { type Found, nextStage, type Stage } from './upload-stages.ts'
import { waitForTranscriber } from './wait-for-transcriber.ts'

export type ProcessDeps = Pick<
  Context,
  'db' | 'clock' | 'log' | 'jobs' | 'outbound' | 'secretKey' | 'store' | 'threads'
> & {
  /** Aborted when the process stops; another worker repeats the running stage. */
  stopping: AbortSignal
  noteWriter: NoteWriter
  /** Of the operator; '' for none. */
  notesLanguage: string
  /** Seconds to wait after each temporary failure. */
  retryDelaysSeconds: number[]
  mediaTimeoutSeconds: number
  disk: DiskReserve
  limits: MediaLimits
  /** Null: no service is configured. */
  transcriber: Transcriber | null
  /** The length of the window of action item changes (decision 26). */
  holdSeconds: number
  /** The address of the service for people, for links in events. */
  publicUrl: string
}

export async function processUpload(deps: ProcessDeps, ids: UploadIds): Promise<void> {
  const source = await loadSource(deps.db, ids)
  if (!source) return
  try {
    const stage = await nextStage(deps, source)
    if (!stage) {
      await finishUpload(deps, source)
      return await tryRemoveLeftovers(deps.db, deps.store, deps.log)
    }
    const progress = uploadProgress(deps, source, stage)
    const onProgress = (done: number) => progress.tell(done)
    const found = await untilGone(isRequested(deps.db, 'upload_sources', ids), deps.stopping, (signal) =>
      stage.run(deps, source, signal, onProgress),
    )
    if (!found) return
    const stored = await storePart(deps, source, stage, found)
    // Another worker stored this part first.
    if (!stored && found.media_file) await deps.store.remove([found.media_file])
  } catch (error) {
    // If the process stops or the database is unavailable, the upload has not failed: its job is tried again.
    if (deps.stopping.aborted || findTemporaryFailure(error)) throw error
    if (error instanceof NoTranscriberError && source.waits !== null) return await waitForTranscriber(deps, source)
    await afterFailure(deps, source, error)
  }
}

/** Stores the part and the job of the next stage. @returns false if the part was stored before */
function storePart({ db, jobs }: ProcessDeps, source: Source, { fills }: Stage, found: Found): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await ofSource(tx, source)
      .set({ ...found, failures: 0, stage_done: null })
      .where(fills, 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await sendNext(tx, jobs, { ...source, ...found })
    return numUpdatedRows > 0n
  })
}

/** Tries again after a temporary failure; any other failure, or the last retry, ends the upload with a failure reason. */
async function afterFailure(deps: ProcessDeps, source: Source, error: unknown): Promise<void> {
  const known = error instanceof EngineError
  if (!known || error instanceof StoreError)
    deps.log.error({ err: error, recordingId: source.recording_id }, 'A stage of an upload failed')
  const at = nextTry(error, source.failures, deps.retryDelaysSeconds, deps.clock())
  if (!at) {
    // The transcript is there, and a recording without media is better than none.
    if (source.transcript && source.address) return continueWithoutMedia(deps, source, error)
    return failUpload(deps, source, known ? error.message : 'The recording could not be processed')
  }
  await deps.db.transaction().execute(async (tx) => {
    const counted = await ofSource(tx, source)
      .set({ failures: source.failures + 1, stage_done: null })
      .where('failures', '=', source.failures)
      .executeTakeFirst()
    if (counted.numUpdatedRows > 0n) await sendNext(tx, deps.jobs, source, { at })
  })
}

async function continueWithoutMedia({ db, jobs, log }: ProcessDeps, source: Source, error: unknown): Promise<void> {
  log.warn({ err: error, recordingId: source.recording_id }, 'Media could not be fetched; the transcript goes on alone')
  await db.transaction().execute(async (tx) => {
    const left = await ofSource(tx, source)
      .set({ address: null, failures: 0 })
      .where('address', 'is not', null)
      .executeTakeFirst()
    if (left.numUpdatedRows > 0n) await sendNext(tx, jobs, source)
  })
}

async function failUpload({ db, clock, store, log }: ProcessDeps, source: Source, reason: string): Promise<void> {
  await db.transaction().execute((tx) => endUpload(tx, clock(), source, reason))
  await tryRemoveLeftovers(db, store, log)
}

const ofSource = (tx: Tx, { workspace_id, recording_id }: UploadIds) =>
  tx.updateTable('upload_sources').where('workspace_id', '=', workspace_id).where('recording_id', '=', recording_id)
