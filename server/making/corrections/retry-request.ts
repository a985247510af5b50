/** What follows when a request of a recording failed: another try, or its end in the history. */

import { sql } from 'kysely'
import { sharerOf } from '../../people/caller/caller.ts'
import type { Context } from '../../platform/context/context.ts'
import { nextTry } from '../../platform/next-try.ts'
import type { AiNoteChange } from '../../platform/postgres/column-types.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { recordChange } from './history.ts'

export type FailedRequest = {
  table: 'notes_requests' | 'transcription_requests'
  ids: { workspace_id: string; recording_id: string }
  user_id: string | null
  requested_at: Date
  failures: number
}

type Ways = {
  /** For the log. */
  sentence: string
  job: string
  /** In the history, if no try is left. */
  change: AiNoteChange
  /** @returns false if the request does not exist any more */
  end(tx: Tx, now: Date): Promise<boolean>
}

/** Tries again after a temporary failure; any other failure, or the last retry, is recorded in the history. */
export async function retryOrEnd(
  deps: Pick<Context, 'db' | 'clock' | 'log' | 'jobs'> & { retryDelaysSeconds: number[] },
  request: FailedRequest,
  error: unknown,
  ways: Ways,
): Promise<void> {
  const { ids, user_id: userId, failures } = request
  deps.log.error({ err: error, recordingId: ids.recording_id }, ways.sentence)
  const now = deps.clock()
  const at = nextTry(error, failures, deps.retryDelaysSeconds, now)
  await deps.db.transaction().execute(async (tx) => {
    if (at) {
      const counted = await countFailure(tx, request)
      if (counted) await deps.jobs.send(tx, ways.job, ids, { at, sharer: sharerOf(ids.workspace_id, counted.user_id) })
    } else if (await ways.end(tx, now)) {
      const recording = { workspaceId: ids.workspace_id, recordingId: ids.recording_id }
      await recordChange(tx, now, recording, { userId, change: ways.change })
    }
  })
}

/**
 * @returns whose request it is: of first notes, who made the recording ('' if nobody knows); undefined if the request was
 *   made anew, or another worker has counted already
 */
async function countFailure(
  tx: Tx,
  { table, ids, requested_at, failures }: FailedRequest,
): Promise<{ user_id: string } | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    update ${sql.table(table)} request set failures = failures + 1, stage_done = null
    from recordings recording
    where request.workspace_id = ${ids.workspace_id} and request.recording_id = ${ids.recording_id}
      and request.requested_at = ${requested_at} and request.failures = ${failures}
      and recording.workspace_id = request.workspace_id and recording.id = request.recording_id
    returning coalesce(request.user_id, recording.started_by, '') as user_id`.execute(tx)
  return rows[0]
}
