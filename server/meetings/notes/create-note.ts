/** Creates a note for a person: for an event that they attend, or without an event (decision 29f). */

import type { Caller } from '../../people/caller/caller.ts'
import { changeSight } from '../../people/caller/change-sight.ts'
import type { Context } from '../../platform/context/context.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { foldCase } from '../../platform/text.ts'
import { indexText } from '../text-index/index-text.ts'
import { writeNote } from './change-note.ts'
import { replace } from './edits.ts'

export type NewNote = { title: string; event_guid?: string | null; content_native_markdown?: string | null }

/**
 * @returns the id
 * @throws {ApiError} 400 for an event that the caller does not attend or for invalid native markup; 409 for an event
 * that already has a note
 */
export function createNote(
  deps: Pick<Context, 'db' | 'clock' | 'jobs'> & { holdSeconds: number },
  caller: Caller,
  wanted: NewNote,
): Promise<string> {
  return changeSight(deps.db, caller.workspace.id, async (tx) => {
    const now = deps.clock()
    const { title, event_guid = null, content_native_markdown } = wanted
    const meeting = event_guid === null ? { event_guid, series_id: null } : await attendedEvent(tx, caller, event_guid)
    const id = newId('n', now)
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('notes')
      .values({
        workspace_id: caller.workspace.id,
        id,
        ...meeting,
        created_by: caller.user.id,
        title,
        title_folded: foldCase(title),
        titled_by_person: true,
        agenda: '[]',
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'event_guid']).doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) throw new ApiError(409, 'This event has a note already')
    if (content_native_markdown != null) {
      const note = { id, title, agenda: [], content: '' }
      await writeNote(tx, { ...deps, clock: () => now }, caller, note, { edit: replace(content_native_markdown) })
    }
    await indexText(tx)
    return id
  })
}

/** Locks the event, so that it still exists when the note refers to it. */
async function attendedEvent(tx: Tx, caller: Caller, guid: string) {
  const event = await tx
    .selectFrom('events')
    .select(['guid as event_guid', 'series_id'])
    .where('workspace_id', '=', caller.workspace.id)
    .where('guid', '=', guid)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('event_people as person')
          .select('person.user_id')
          .whereRef('person.workspace_id', '=', 'events.workspace_id')
          .whereRef('person.event_guid', '=', 'events.guid')
          .where('person.user_id', '=', caller.user.id),
      ),
    )
    .forKeyShare()
    .executeTakeFirst()
  if (!event) throw invalid('body.event_guid', 'must be an event that you attend')
  return event
}
