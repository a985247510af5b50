/** Removes an erased person from notes, and deletes the notes that nobody else has (decision 50). */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { type Erasure, isErasedAddress, type NamedThing } from '../../people/privacy/erasure.ts'
import { nameEraser } from '../../people/privacy/name-eraser.ts'
import type { StoredBlock } from '../../platform/postgres/column-types.ts'
import { asRows, type Tx } from '../../platform/postgres/db.ts'
import { foldCase } from '../../platform/text.ts'
import { announceDeletions } from './announce-things.ts'

/**
 * Erases names in titles and agendas, and sets `updated_at`, so that copies are read again.
 * @returns the ids of those that changed
 */
export async function eraseInNotes(tx: Tx, erasure: Erasure, things: NamedThing[]): Promise<string[]> {
  if (things.length === 0) return []
  const { rows } = await sql<{ id: string; title: string; agenda: StoredBlock[] }>`
    select id, title, agenda from notes
    where workspace_id = ${erasure.workspaceId} and id = any(${things.map(({ id }) => id)})`.execute(tx)
  const tookPart = new Map(things.map(({ id, took_part }) => [id, took_part]))
  const changed = rows.flatMap(({ id, title, agenda }) => {
    const eraser = nameEraser(erasure.userId, erasure.names, tookPart.get(id)!)
    const after = {
      title: eraser.line(title),
      agenda: agenda.map((block) => ('text' in block ? { ...block, text: eraser.text(block.text) } : block)),
    }
    return isDeepStrictEqual(after, { title, agenda }) ? [] : [{ id, ...after, title_folded: foldCase(after.title) }]
  })
  if (changed.length === 0) return []
  await sql`
    update notes set title = erased.title, title_folded = erased.title_folded, agenda = erased.agenda,
      updated_at = greatest(notes.updated_at, ${erasure.now}::timestamptz)
    from ${asRows('notes', changed)} erased
    where notes.workspace_id = ${erasure.workspaceId} and notes.id = erased.id`.execute(tx)
  return changed.map(({ id }) => id)
}

/**
 * Deletes those of the given notes that the person attended or made and that nobody else has: no other account sees the
 * note, one of its recordings or one of its items, and only addresses of erased people were invited. The uploads of
 * their recordings are deleted too.
 * @returns the ids of the notes, their recordings and their items, which are deleted
 */
export async function deleteOwnNotes(
  tx: Tx,
  { workspaceId, userId, now }: Erasure,
  ids: string[],
): Promise<{ notes: string[]; recordings: string[]; items: string[] }> {
  const another = sql`person.workspace_id = note.workspace_id and person.id <> ${userId} and person.erased_at is null`
  const { rows } = await sql<{ id: string; recordings: string[]; items: string[] }>`
    select note.id,
      array(select id from recordings where workspace_id = note.workspace_id and note_id = note.id) as recordings,
      array(select id from action_items where workspace_id = note.workspace_id and note_id = note.id) as items
    from notes note
    where note.workspace_id = ${workspaceId} and note.id = any(${ids})
      and exists (select from note_attendees attendee where attendee.workspace_id = note.workspace_id
        and attendee.note_id = note.id and attendee.user_id = ${userId})
      and not exists (select from event_attendees invited where invited.workspace_id = note.workspace_id
        and invited.event_guid = note.event_guid and not ${isErasedAddress(workspaceId, sql`invited.email_folded`)})
      and not exists (select from person_sight seen join users person on person.id = seen.user_id and ${another}
        where seen.workspace_id = note.workspace_id and seen.kind = 'note' and seen.id = note.id)
      and not exists (select from recordings recording
        join person_sight seen on seen.workspace_id = recording.workspace_id and seen.kind = 'recording'
          and seen.id = recording.id
        join users person on person.id = seen.user_id and ${another}
        where recording.workspace_id = note.workspace_id and recording.note_id = note.id)
      and not exists (select from action_items item
        join action_item_assignees assignee on assignee.workspace_id = item.workspace_id and assignee.item_id = item.id
        join users person on person.id = assignee.user_id and ${another}
        where item.workspace_id = note.workspace_id and item.note_id = note.id)`.execute(tx)
  const deleted = {
    notes: rows.map(({ id }) => id),
    recordings: rows.flatMap(({ recordings }) => recordings),
    items: rows.flatMap(({ items }) => items),
  }
  if (deleted.notes.length === 0) return deleted
  await announceDeletions(tx, now, workspaceId, deleted)
  await sql`delete from uploads where workspace_id = ${workspaceId} and recording_id = any(${deleted.recordings})`.execute(
    tx,
  )
  await sql`delete from notes where workspace_id = ${workspaceId} and id = any(${deleted.notes})`.execute(tx)
  return deleted
}
