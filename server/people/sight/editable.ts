/** Which notes the caller may edit. */
import { type RawBuilder, sql } from 'kysely'
import { ApiError, notFound } from '../../platform/errors.ts'
import { type Db, probe, type Tx } from '../../platform/postgres/db.ts'
import { isStorable } from '../../platform/text.ts'
import type { Caller, Reader } from '../caller/caller.ts'
import { noteVisible } from './visible.ts'

/**
 * True for a note that the caller may edit: they attend its event (without an event: they created it), or a share that
 * counts gave them `can_edit` (decision 18). A super admin key edits only what its owner may.
 */
export function noteEditable(
  caller: Reader,
  workspaceId: RawBuilder<unknown>,
  noteId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`(
    exists (select from note_attendees attendee where attendee.workspace_id = ${workspaceId}
      and attendee.note_id = ${noteId} and attendee.user_id = ${caller.user.id})
    or exists (select from shares share
      join note_attendees maker on maker.workspace_id = share.workspace_id and maker.note_id = share.note_id
        and maker.user_id = share.by_user_id
      where share.workspace_id = ${workspaceId} and share.note_id = ${noteId}
        and share.user_id = ${caller.user.id} and share.can_edit)
    or exists (select from opened_by_series opened where opened.workspace_id = ${workspaceId}
      and opened.note_id = ${noteId} and opened.user_id = ${caller.user.id} and opened.can_edit))`
}

/** The notes that `noteEditable` is true for, as `note_id`, each once. The cost grows with their number. */
export const editableNotes = ({ workspace, user }: Caller): RawBuilder<unknown> => sql`(
  select attendee.note_id from note_attendees attendee
  where attendee.workspace_id = ${workspace.id} and attendee.user_id = ${user.id}
  union
  select share.note_id from shares share
  where share.workspace_id = ${workspace.id} and share.user_id = ${user.id} and share.can_edit
    and ${probe(sql`select from note_attendees maker where maker.workspace_id = share.workspace_id
      and maker.note_id = share.note_id and maker.user_id = share.by_user_id`)}
  union
  select opened.note_id from opened_by_series opened
  where opened.workspace_id = ${workspace.id} and opened.user_id = ${user.id} and opened.can_edit)`

/**
 * Locks a note for a change of its agenda or its action items, until the end of the transaction.
 * @throws {ApiError} 404 if the caller does not see it; 403 if they see it but may not edit it
 */
export async function lockEditableNote(tx: Tx, caller: Reader, id: string): Promise<void> {
  if (!isStorable(id)) throw notFound('Note')
  const note = tx.selectFrom('notes').select('id').where('workspace_id', '=', caller.workspace.id).where('id', '=', id)
  await note.forNoKeyUpdate().execute()
  // A statement of its own: the one that waited for the lock sees the rights from before the wait.
  await requireEditableNote(tx, caller, id)
}

/** @throws {ApiError} 404 if the caller does not see it; 403 if they see it but may not edit it */
export async function requireEditableNote(db: Db, caller: Reader, id: string): Promise<void> {
  if (!isStorable(id)) throw notFound('Note')
  const right = await db
    .selectFrom('notes')
    .select(noteEditable(caller, sql.ref('notes.workspace_id'), sql.ref('notes.id')).as('edits'))
    .where('notes.workspace_id', '=', caller.workspace.id)
    .where('notes.id', '=', id)
    .where(noteVisible(caller))
    .executeTakeFirst()
  if (!right) throw notFound('Note')
  if (!right.edits) throw new ApiError(403, 'You may see this note and not edit it')
}
