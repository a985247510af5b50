/** Locks a note for one writer, and checks that it has not changed since the writer read it. */

import type { Acting } from '../../people/caller/caller.ts'
import { lockEditableNote } from '../../people/sight/editable.ts'
import { ApiError } from '../../platform/errors.ts'
import { etagOf, ifMatchAllows } from '../../platform/http/etag.ts'
import type { StoredBlock } from '../../platform/postgres/column-types.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { yieldToLoop } from '../../platform/yield-to-loop.ts'
import type { Agenda } from './agenda.ts'
import { printAgenda } from './agenda-print.ts'
import { readAgendas } from './read-agenda.ts'

/** A note as readers see it; `content` is the agenda in native markup. */
export type LockedNote = { id: string; title: string; agenda: Agenda; content: string }

/** The ETag of a note: its title and its content (decision 22 on agenda writes). */
export const noteEtag = ({ title, content }: Pick<LockedNote, 'title' | 'content'>) => etagOf(title, content)

/**
 * Until the transaction ends no other transaction changes this note or its action items, because writers of items lock
 * the note first.
 * @param ifMatch  the header, if one was sent
 * @throws {ApiError} 404 if the caller cannot see it, 403 without the edit right, 412 if the note has changed
 */
export async function lockNote(tx: Tx, caller: Acting, id: string, ifMatch: string | undefined): Promise<LockedNote> {
  await lockEditableNote(tx, caller, id)
  const row = await tx
    .selectFrom('notes')
    .select(['id', 'title', 'agenda'])
    .where('workspace_id', '=', caller.workspace.id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const note = await fillNote(tx, caller.workspace.id, row)
  await yieldToLoop()
  if (!ifMatchAllows(ifMatch, noteEtag(note))) {
    throw new ApiError(412, 'The note has changed since it was read; read it again')
  }
  return note
}

export async function fillNote(
  tx: Tx,
  workspaceId: string,
  note: { id: string; title: string; agenda: StoredBlock[] },
): Promise<LockedNote> {
  const agenda = (await readAgendas(tx, workspaceId, [note])).get(note.id)!
  await yieldToLoop()
  return { id: note.id, title: note.title, agenda, content: printAgenda(agenda) }
}
