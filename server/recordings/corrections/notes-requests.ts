/** Requests to rewrite AI notes, and the job that carries them out (decision 46 on corrections). */
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { EngineError } from '../../engines/engines.ts'
import { notFound } from '../../platform/errors.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { findTemporaryFailure } from '../../platform/postgres/database-errors.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { Clock } from '../../platform/time.ts'
import type { Caller } from '../../workspace/caller.ts'
import { recordChange } from './history.ts'
import { lockForEdit } from './lock-recording.ts'
import { rewriteNotes, type WritingDeps } from './rewrite-notes.ts'

/** The job that writes the notes of one recording; its data are `RequestIds`. */
export const writeNotesJob = 'write-ai-notes'

type RequestIds = { workspace_id: string; recording_id: string }

/** A request that no job has carried out after this time can be made again. A job is tried for about a day. */
const staleSeconds = 2 * 86_400

/**
 * Two requests at the same time are one. The request takes over a recording from the list of the operator's command.
 * @throws {ApiError} 404, 403 without the edit right of the note; 404 without a transcript
 */
export async function requestNotes(
  { db, clock, jobs }: { db: Db; clock: Clock; jobs: Pick<Jobs, 'send'> },
  caller: Caller,
  recordingId: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { id, has_transcript } = await lockForEdit(tx, caller, recordingId)
    if (!has_transcript) throw notFound('Transcript')
    const now = clock()
    const ids = { workspace_id: caller.workspace.id, recording_id: id }
    const stale = new Date(now.getTime() - staleSeconds * 1_000)
    const taken = await tx
      .insertInto('notes_requests')
      .values({ ...ids, user_id: caller.user.id, requested_at: now })
      .onConflict((conflict) =>
        conflict
          .columns(['workspace_id', 'recording_id'])
          .doUpdateSet({ user_id: caller.user.id, requested_at: now, failures: 0 })
          .where(sql<boolean>`notes_requests.user_id is null or notes_requests.requested_at < ${stale}`),
      )
      .returning('recording_id')
      .executeTakeFirst()
    if (taken) await jobs.send(tx, writeNotesJob, ids)
  })
}

export type NotesRequestDeps = WritingDeps & {
  log: Logger
  /** Seconds to wait after each temporary failure. */
  retryDelaysSeconds: number[]
  /** Aborted when the process stops; then another worker writes the notes. */
  stopping: AbortSignal
}

export async function carryOutRequest(deps: NotesRequestDeps, ids: RequestIds): Promise<void> {
  const request = await deps.db
    .selectFrom('notes_requests')
    .select(['user_id', 'failures'])
    .where(isOf(ids))
    .where('user_id', 'is not', null)
    .executeTakeFirst()
  if (!request) return
  const recording = { workspaceId: ids.workspace_id, recordingId: ids.recording_id }
  const claim = (tx: Tx) => removeRequest(tx, ids)
  try {
    // The notes that are there are better than those of the embedded writer, so no try is the last one.
    const options = { userId: request.user_id, claim, signal: deps.stopping, isLastTry: false }
    const { result } = await rewriteNotes(deps, recording, options)
    if (result === 'unwanted') await deps.db.transaction().execute(claim)
  } catch (error) {
    if (deps.stopping.aborted || findTemporaryFailure(error)) throw error
    await afterFailure(deps, ids, { ...request, error })
  }
}

/** Tries again after a temporary failure; any other failure, or the last retry, is recorded in the history. */
async function afterFailure(
  deps: NotesRequestDeps,
  ids: RequestIds,
  { user_id, failures, error }: { user_id: string | null; failures: number; error: unknown },
): Promise<void> {
  deps.log.error({ err: error, recordingId: ids.recording_id }, 'AI notes could not be rewritten')
  const delaySeconds = deps.retryDelaysSeconds[failures]
  const isRetryable = error instanceof EngineError ? error.retryable : true
  const now = deps.clock()
  await deps.db.transaction().execute(async (tx) => {
    if (!isRetryable || delaySeconds === undefined) {
      if (!(await removeRequest(tx, ids))) return
      const recording = { workspaceId: ids.workspace_id, recordingId: ids.recording_id }
      return recordChange(tx, now, recording, { userId: user_id, change: { ai_notes: 'failed' } })
    }
    const counted = await tx
      .updateTable('notes_requests')
      .set({ failures: failures + 1 })
      .where(isOf(ids))
      .where('failures', '=', failures)
      .executeTakeFirst()
    const at = new Date(now.getTime() + delaySeconds * 1_000)
    if (counted.numUpdatedRows > 0n) await deps.jobs.send(tx, writeNotesJob, ids, { at })
  })
}

/** @returns false if it does not exist any more: withdrawn, or carried out by another worker */
export async function removeRequest(tx: Tx, ids: RequestIds): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('notes_requests').where(isOf(ids)).executeTakeFirst()
  return numDeletedRows > 0n
}

const isOf = ({ workspace_id, recording_id }: RequestIds) =>
  sql<boolean>`workspace_id = ${workspace_id} and recording_id = ${recording_id}`
