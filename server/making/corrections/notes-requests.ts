/** Requests to rewrite AI notes, and the job that carries them out (decision 46 on corrections). */
import { sql } from 'kysely'
import { type Caller, sharerOf } from '../../people/caller/caller.ts'
import type { Context } from '../../platform/context/context.ts'
import { ApiError, notFound } from '../../platform/errors.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { findTemporaryFailure } from '../../platform/postgres/database-errors.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { Clock } from '../../platform/time.ts'
import { requestProgress } from '../uploads/progress.ts'
import { isRequested, untilGone } from '../uploads/until-gone.ts'
import { type NotesIds, writeFirstNotes, writeNotesJob } from '../writing/first-notes.ts'
import type { WritingDeps } from '../writing/write-notes.ts'
import { lockForEdit } from './lock-recording.ts'
import { retryOrEnd } from './retry-request.ts'
import { rewriteNotes } from './rewrite-notes.ts'

/** A request that no job has carried out after this time can be made again. A job is tried for about a day. */
const staleSeconds = 2 * 86_400

/**
 * Two requests at the same time are one, also with the first notes. The request takes over a recording from the list of the operator's command.
 * @param language  in which they are written from now on; null: as before
 * @throws {ApiError} 404, 403 without the edit right of the note; 404 without a transcript; 422 for a language without a model
 */
export async function requestNotes(
  { db, clock, jobs, usesModel }: { db: Db; clock: Clock; jobs: Pick<Jobs, 'send'>; usesModel(): Promise<boolean> },
  caller: Caller,
  recordingId: string,
  language: string | null,
): Promise<void> {
  const needsModel = language !== null && language !== 'spoken'
  const lacksModel = needsModel && !(await usesModel())
  await db.transaction().execute(async (tx) => {
    const { id, has_transcript } = await lockForEdit(tx, caller, recordingId)
    if (!has_transcript) throw notFound('Transcript')
    if (lacksModel) throw new ApiError(422, noModel)
    if (language !== null) await setLanguage(tx, caller.workspace.id, id, language)
    await insertRequest(tx, { clock, jobs }, { workspace_id: caller.workspace.id, recording_id: id }, caller.user.id)
  })
}

const noModel = 'No language model is set up here, and notes without one are in the language of the meeting'

async function setLanguage(tx: Tx, workspaceId: string, id: string, language: string): Promise<void> {
  await sql`update recordings set facts = jsonb_set(facts::jsonb, '{notes_language}', to_jsonb(${language}::text))::json
    where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
}

/** A request that is there already stays, unless it is of the operator's command or stale. */
export async function insertRequest(
  tx: Tx,
  { clock, jobs }: { clock: Clock; jobs: Pick<Jobs, 'send'> },
  ids: NotesIds,
  userId: string,
): Promise<void> {
  const now = clock()
  const stale = staleBefore(now)
  const taken = await tx
    .insertInto('notes_requests')
    .values({ ...ids, user_id: userId, requested_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'recording_id'])
        .doUpdateSet({ user_id: userId, requested_at: now, failures: 0, stage_done: null })
        .where(
          sql<boolean>`(notes_requests.user_id is null and not notes_requests.is_first)
            or notes_requests.requested_at < ${stale}`,
        ),
    )
    .returning('recording_id')
    .executeTakeFirst()
  if (taken) await jobs.send(tx, writeNotesJob, ids, { sharer: sharerOf(ids.workspace_id, userId) })
}

/** A request from before this time, of notes or of a transcription, may be made again. */
export const staleBefore = (now: Date) => new Date(now.getTime() - staleSeconds * 1_000)

export async function carryOutRequest(
  deps: WritingDeps &
    Pick<Context, 'db' | 'clock' | 'log' | 'jobs'> & {
      retryDelaysSeconds: number[]
      /** Aborted when the process stops; then another worker writes the notes. */
      stopping: AbortSignal
    },
  ids: NotesIds,
): Promise<void> {
  const request = await deps.db
    .selectFrom('notes_requests')
    .select(['user_id', 'requested_at', 'failures', 'is_first'])
    .where(isOf(ids))
    .where((eb) => eb.or([eb('user_id', 'is not', null), eb('is_first', '=', true)]))
    .executeTakeFirst()
  if (!request) return
  const recording = { workspaceId: ids.workspace_id, recordingId: ids.recording_id }
  const claim = (tx: Tx) => removeRequest(tx, ids)
  try {
    const isLastTry = request.failures >= deps.retryDelaysSeconds.length
    const progress = requestProgress(deps, 'notes_requests', ids)
    const onProgress = (done: number) => progress.tell(done)
    const options = { userId: request.user_id, claim, isLastTry, onProgress }
    const outcome = await untilGone(isRequested(deps.db, 'notes_requests', ids), deps.stopping, (signal) =>
      (request.is_first ? writeFirstNotes : rewriteNotes)(deps, recording, { ...options, signal }),
    )
    if (outcome?.result === 'unwanted') await deps.db.transaction().execute((tx) => endRequest(tx, ids, deps.clock()))
  } catch (error) {
    if (deps.stopping.aborted || findTemporaryFailure(error)) throw error
    await retryOrEnd(deps, { table: 'notes_requests', ids, ...request }, error, {
      sentence: 'AI notes could not be rewritten',
      job: writeNotesJob,
      change: { ai_notes: 'failed' },
      end: (tx, now) => endRequest(tx, ids, now),
    })
  }
}

/** Without notes. Followers learn that none are being written any more. @returns as `removeRequest` */
async function endRequest(tx: Tx, ids: NotesIds, now: Date): Promise<boolean> {
  await sql`update recordings set updated_at = greatest(updated_at, ${now}::timestamptz)
    where workspace_id = ${ids.workspace_id} and id = ${ids.recording_id} and ai_notes is null`.execute(tx)
  return removeRequest(tx, ids)
}

/** @returns false if it does not exist any more: withdrawn, or carried out by another worker */
export async function removeRequest(tx: Tx, ids: NotesIds): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('notes_requests').where(isOf(ids)).executeTakeFirst()
  return numDeletedRows > 0n
}

const isOf = ({ workspace_id, recording_id }: NotesIds) =>
  sql<boolean>`workspace_id = ${workspace_id} and recording_id = ${recording_id}`
