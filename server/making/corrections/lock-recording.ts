/**
 * Locks a recording for one editor, and checks that it has not changed since the writer read it (decisions 18 on edit
 * rights, 22 on agenda writes, 46 on corrections).
 */
import { sql } from 'kysely'
import { recordingEtag } from '../../meetings/recordings/library/recording-etag.ts'
import type { Caller } from '../../people/caller/caller.ts'
import { noteEditable } from '../../people/sight/editable.ts'
import { recordingVisible } from '../../people/sight/visible.ts'
import { ApiError, notFound } from '../../platform/errors.ts'
import { ifMatchAllows } from '../../platform/http/etag.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { isStorable } from '../../platform/text.ts'
import { lockRecording } from '../writing/lock-recording.ts'

export type LockedRecording = Awaited<ReturnType<typeof lockForEdit>>

/**
 * Until the transaction ends, no other transaction can change this recording, its note or the note's action items.
 * @param ifMatch  the header, if one was sent
 * @throws {ApiError} 404 if the caller cannot see it, 403 without the edit right of its note, 412 if it has changed
 */
export async function lockForEdit(tx: Tx, caller: Caller, id: string, ifMatch?: string) {
  if (!isStorable(id)) throw notFound('Recording')
  const workspaceId = caller.workspace.id
  await lockRecording(tx, workspaceId, id)
  const locked = await tx
    .selectFrom('recordings')
    .leftJoin('notes as note', (join) =>
      join.onRef('note.workspace_id', '=', 'recordings.workspace_id').onRef('note.id', '=', 'recordings.note_id'),
    )
    .select(['recordings.id', 'recordings.note_id', 'recordings.title', 'recordings.ai_notes', 'recordings.facts'])
    .select(['note.event_guid', recordingEtag.as('etag')])
    .select(sql<boolean>`recordings.transcript is not null`.as('has_transcript'))
    .select(noteEditable(caller, sql.ref('recordings.workspace_id'), sql.ref('recordings.note_id')).as('edits'))
    .where('recordings.workspace_id', '=', workspaceId)
    .where('recordings.id', '=', id)
    .where(recordingVisible(caller))
    .executeTakeFirst()
  if (!locked) throw notFound('Recording')
  if (!locked.edits) throw new ApiError(403, 'You may see this recording and not edit it')
  if (!ifMatchAllows(ifMatch, locked.etag)) {
    throw new ApiError(412, 'The recording has changed since it was read; read it again')
  }
  return locked
}
