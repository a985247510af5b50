/** What is being done with a recording: it is transcribed again, or its notes are written (decision 28). */
import { sql } from 'kysely'
import type { Caller } from '../../people/caller/caller.ts'
import { recordingVisible } from '../../people/sight/visible.ts'
import { notFound } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { isStorable } from '../../platform/text.ts'
import type { Clock } from '../../platform/time.ts'
import { staleBefore } from './notes-requests.ts'

export type RecordingProgress = { stage: 'transcribing' | 'writing'; done: number | null }

/** The operator's command writes one recording after the other, so its list says nothing. */
const isWanted = sql<boolean>`(user_id is not null or is_first)`

/** @returns null if nothing is done; @throws {ApiError} 404 */
export async function readProgress(
  { db, clock }: { db: Db; clock: Clock },
  caller: Caller,
  recordingId: string,
): Promise<RecordingProgress | null> {
  const workspaceId = caller.workspace.id
  const stale = staleBefore(clock())
  const { rows } = isStorable(recordingId)
    ? await sql<{ transcribing: RecordingProgress | null; writing: RecordingProgress | null }>`
        select (select json_build_object('stage', 'transcribing', 'done', stage_done) from transcription_requests
            where workspace_id = ${workspaceId} and recording_id = ${recordingId} and requested_at >= ${stale}) as transcribing,
          (select json_build_object('stage', 'writing', 'done', stage_done) from notes_requests
            where workspace_id = ${workspaceId} and recording_id = ${recordingId} and requested_at >= ${stale}
              and ${isWanted}) as writing
        from recordings where workspace_id = ${workspaceId} and id = ${recordingId} and ${recordingVisible(caller)}`.execute(
        db,
      )
    : { rows: [] }
  const [found] = rows
  if (!found) throw notFound('Recording')
  return found.transcribing ?? found.writing
}
