/** Finds or creates the note of a recording: that of its event, or a new one without an event (decision 29). */

import { newId } from '../../platform/id.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { foldCase } from '../../platform/text.ts'

/** `title` is for a note without an event; such a note has `createdBy` as its only attendee. */
export type NoteTarget = { workspaceId: string; eventGuid: string | null; title: string; createdBy: string }

/** The title of the note and the series of an event, which itself may have none. */
export const givenTitle = ({ title }: { title: string }) => title || 'Untitled event'

/** Two calls at the same time create one note for an event. @returns the id */
export async function ensureNote(tx: Tx, now: Date, target: NoteTarget): Promise<string> {
  const { workspaceId, eventGuid, createdBy } = target
  const event = eventGuid === null ? undefined : await eventOf(tx, workspaceId, eventGuid)
  const title = event ? givenTitle(event) : target.title
  const made = await tx
    .insertInto('notes')
    .values({
      workspace_id: workspaceId,
      id: newId('n', now),
      event_guid: eventGuid,
      series_id: event?.series_id ?? null,
      created_by: createdBy,
      title,
      title_folded: foldCase(title),
      agenda: '[]',
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'event_guid']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) return made.id
  const { id } = await tx
    .selectFrom('notes')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('event_guid', '=', eventGuid)
    .executeTakeFirstOrThrow()
  return id
}

function eventOf(tx: Tx, workspaceId: string, guid: string) {
  return tx
    .selectFrom('events')
    .select(['title', 'series_id'])
    .where('workspace_id', '=', workspaceId)
    .where('guid', '=', guid)
    .executeTakeFirst()
}
