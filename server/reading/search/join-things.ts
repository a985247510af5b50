/** Joins the note, recording, item or decision of a document, for what hits show and for the order by time (decision 44 on search). */
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../people/caller/caller.ts'
import { isInSight } from '../../people/sight/visible.ts'

/** Whether the caller sees the row `note`. Assignees of an item find the item, but may not see its note (decision 24). */
export const seesNoteOfItem = ({ user, superAdmin }: Reader): RawBuilder<boolean> =>
  superAdmin
    ? sql<boolean>`true`
    : isInSight('note', { workspaceId: sql.ref('note.workspace_id'), id: sql.ref('note.id'), person: user.id })

/**
 * Joins `recording`, `item`, `decision`, `note` and `event` to the rows `document`. The note and event of an item only if the
 * caller sees them; those of a decision as those of what it came of.
 */
export const joinThings = (caller: Reader): RawBuilder<unknown> => sql`
  left join decisions decision on decision.workspace_id = document.workspace_id and decision.id = document.decision_id
  left join recordings recording on recording.workspace_id = document.workspace_id
    and recording.id = coalesce(document.recording_id, decision.recording_id)
  left join action_items item on item.workspace_id = document.workspace_id and item.id = document.item_id
  left join notes note on note.workspace_id = document.workspace_id
    and note.id = coalesce(document.note_id, recording.note_id, item.note_id, decision.note_id) and (item.id is null or ${seesNoteOfItem(caller)})
  left join events event on event.workspace_id = note.workspace_id and event.guid = note.event_guid`
