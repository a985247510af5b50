/** The history of a recording: what was changed and by whom (decision 46 on corrections). */
import { sql } from 'kysely'
import { maxChanges } from '../../meetings/recordings/library/history-limits.ts'
import { getRecording } from '../../meetings/recordings/library/list-recordings.ts'
import type { Caller, Person } from '../../people/caller/caller.ts'
import { isHeld } from '../../people/privacy/legal-hold.ts'
import { isAfter, limitOf, type Page, type PageRequest, toPage } from '../../platform/http/page.ts'
import { newId } from '../../platform/id.ts'
import type { AiNoteChange } from '../../platform/postgres/column-types.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'

export type HistoryEntry = { id: string; at: Date; user: Person | null; change: AiNoteChange }

/** The kind of list that a cursor belongs to. */
export const historyList = 'recording_history'

/** @param change  the person and the change (`userId` null: the operator's command); if it is empty, nothing is written */
export async function recordChange(
  tx: Tx,
  now: Date,
  { workspaceId, recordingId }: { workspaceId: string; recordingId: string },
  { userId, change }: { userId: string | null; change: AiNoteChange },
): Promise<void> {
  if (Object.keys(change).length === 0) return
  // A second change within a millisecond gets a time one millisecond later, so that the history keeps their order.
  await sql`
    insert into recording_changes (workspace_id, id, recording_id, at, user_id, change)
    select ${workspaceId}, ${newId('rc', now)}, ${recordingId}, coalesce(max(at) + interval '1 ms', ${now}::timestamptz),
      ${userId}, ${JSON.stringify(change)}::jsonb
    from recording_changes where workspace_id = ${workspaceId} and recording_id = ${recordingId}
      and at >= ${now}::timestamptz and at < ${now}::timestamptz + interval '1 s'`.execute(tx)
  await sql`
    delete from recording_changes where workspace_id = ${workspaceId} and id in (
      select id from recording_changes where workspace_id = ${workspaceId} and recording_id = ${recordingId}
      order by at desc, id desc offset ${sql.lit(maxChanges)})
      and not exists (select from recordings recording
        join notes note on note.workspace_id = recording.workspace_id and note.id = recording.note_id
        where recording.workspace_id = ${workspaceId} and recording.id = ${recordingId} and ${isHeld('note')})`.execute(
    tx,
  )
}

/** Newest first. @throws {ApiError} 404 for a recording that the caller does not see */
export async function listChanges(
  db: Db,
  caller: Caller,
  recordingId: string,
  page: PageRequest,
): Promise<Page<HistoryEntry>> {
  const { id } = await getRecording(db, caller, recordingId, {})
  const rows = await db
    .selectFrom('recording_changes as entry')
    .leftJoin('users as person', (join) =>
      join.onRef('person.workspace_id', '=', 'entry.workspace_id').onRef('person.id', '=', 'entry.user_id'),
    )
    .select(['entry.id', 'entry.at', 'entry.change', 'entry.user_id', 'person.full_name', 'person.email'])
    .where('entry.workspace_id', '=', caller.workspace.id)
    .where('entry.recording_id', '=', id)
    .where(page.after ? isAfter('entry.at', 'entry.id', page.after) : sql<boolean>`true`)
    .orderBy('entry.at', 'desc')
    .orderBy('entry.id', 'desc')
    .limit(limitOf(page))
    .execute()
  const entries = rows.map(({ id, at, change, user_id, full_name, email }) => ({
    id,
    at,
    change,
    user: user_id === null ? null : { id: user_id, email: email!, full_name: full_name! },
  }))
  return toPage(historyList, page, entries, (entry) => ({ time: entry.at, id: entry.id }))
}
