/** The documents that a caller sees, and those of them that a search is narrowed to (decision 44). */
import { type RawBuilder, sql } from 'kysely'
import { areInvited } from '../../meetings/lists/is-invited.ts'
import type { PassageKind } from '../../meetings/text-index/passages.ts'
import type { Reader } from '../../people/caller/caller.ts'
import { type PublishableKind, seenBy } from '../../people/sight/visible.ts'
import { foldCase } from '../../platform/text.ts'
import { seesNoteOfItem } from './join-things.ts'

/** What narrows a search, besides its words. */
export type SearchFilters = {
  kinds?: PassageKind[] | null
  note_id?: string | null
  recording_id?: string | null
  channel_id?: string | null
  series_id?: string | null
  event_attendees?: string | string[] | null
  /** Inclusive. */
  start_at?: Date | null
  /** Exclusive. */
  end_at?: Date | null
}

/** A query for their numbers and their places in the index. */
export function seenDocuments(caller: Reader, filters: SearchFilters): RawBuilder<unknown> {
  const has = (...kinds: PassageKind[]) => filters.kinds == null || filters.kinds.some((kind) => kinds.includes(kind))
  const parts = [
    ...(has('title', 'agenda') ? [seenNotes(caller, filters)] : []),
    ...(has('title', 'ai_notes', 'transcript') ? [seenRecordings(caller, filters)] : []),
    ...(has('action_item') ? [seenItemDocuments(caller, filters)] : []),
    ...(has('decision') ? [seenDecisionDocuments(caller, filters)] : []),
  ]
  const ids = sql.join(parts, sql` union all `)
  // A person may see a thing in several ways.
  return caller.superAdmin ? ids : sql`select distinct id, bundle, slot from (${ids}) found`
}

function seenNotes(caller: Reader, filters: SearchFilters): RawBuilder<unknown> {
  return sql`select document.id, document.bundle, document.slot from ${seenBy(caller, 'note', filters.channel_id)}
    join search_documents document on document.workspace_id = ${caller.workspace.id} and document.note_id = seen.id
    where ${isNull(filters.recording_id)} and ${equals(sql`seen.id`, filters.note_id)} and ${isInTime(caller, filters, sql`seen.id`, sql`seen.created_at`)}
      and ${isOfMeeting(caller, filters, sql`seen.id`)}`
}

function seenRecordings(caller: Reader, filters: SearchFilters): RawBuilder<unknown> {
  const { workspace } = caller
  const recording = isNarrowed(filters)
    ? sql`join recordings recording on recording.workspace_id = ${workspace.id} and recording.id = seen.id`
    : sql``
  return sql`select document.id, document.bundle, document.slot from ${seenBy(caller, 'recording', filters.channel_id)} ${recording}
    join search_documents document on document.workspace_id = ${workspace.id} and document.recording_id = seen.id
    where ${equals(sql`seen.id`, filters.recording_id)} and ${equals(sql`recording.note_id`, filters.note_id)}
      and ${isInTime(caller, filters, sql`recording.note_id`, sql`seen.created_at`)}
      and ${isOfMeeting(caller, filters, sql`recording.note_id`)}`
}

/**
 * Those in seen notes, assigned to the caller, and made by them without a note (decision 24). Items are not published
 * themselves: a channel has those in its notes.
 */
function seenItemDocuments(caller: Reader, filters: SearchFilters): RawBuilder<unknown> {
  const { workspace, user } = caller
  const ofNotes = sql`select item.id from (select distinct id from ${seenBy(caller, 'note', filters.channel_id)}) seen
    join action_items item on item.workspace_id = ${workspace.id} and item.note_id = seen.id`
  const ofCaller = sql`select item_id from action_item_assignees where workspace_id = ${workspace.id} and user_id = ${user.id}
    union all
    select id from action_items where workspace_id = ${workspace.id} and created_by = ${user.id} and note_id is null`
  const ids = () => {
    if (filters.channel_id != null) return ofNotes
    if (caller.superAdmin) return sql`select id from action_items where workspace_id = ${workspace.id}`
    return sql`${ofNotes} union all ${ofCaller}`
  }
  const item = isNarrowed(filters)
    ? sql`join action_items item on item.workspace_id = ${workspace.id} and item.id = seen.id`
    : sql``
  return sql`select document.id, document.bundle, document.slot from (${ids()}) seen ${item}
    join search_documents document on document.workspace_id = ${workspace.id} and document.item_id = seen.id
    where ${isNull(filters.recording_id)} and ${equals(sql`item.note_id`, filters.note_id)}
      and ${isInTime(caller, filters, sql`item.note_id`, sql`item.created_at`, seesNoteOfItem(caller))}
      and ${isOfMeeting(caller, filters, sql`item.note_id`, seesNoteOfItem(caller))}`
}

/** Of what is seen, or published in the channel. */
function seenDecisionDocuments(caller: Reader, filters: SearchFilters): RawBuilder<unknown> {
  const { workspace } = caller
  const of = (kind: PublishableKind) => sql`select document.id, document.bundle, document.slot
    from ${seenBy(caller, kind, filters.channel_id)}
    join decisions decision on decision.workspace_id = ${workspace.id} and decision.source_kind = ${sql.lit(kind)}
      and decision.source_id = seen.id
    join search_documents document on document.workspace_id = ${workspace.id} and document.decision_id = decision.id
    where ${equals(sql`decision.recording_id`, filters.recording_id)} and ${equals(sql`decision.note_id`, filters.note_id)}
      and ${isInTime(caller, filters, sql`decision.note_id`, sql`decision.created_at`)}
      and ${isOfMeeting(caller, filters, sql`decision.note_id`)}`
  return sql`${of('note')} union all ${of('recording')}`
}

const isNull = (value: unknown) => (value == null ? sql`true` : sql`false`)
const equals = (column: RawBuilder<unknown>, value: string | null | undefined) =>
  value == null ? sql`true` : sql`${column} = ${value}`
const hasTimes = ({ start_at, end_at }: SearchFilters) => start_at != null || end_at != null

/** Whether rows must be read for it: sight has no column for this. */
const isNarrowed = (filters: SearchFilters) => filters.note_id != null || hasTimes(filters) || isOfSomeMeetings(filters)

const isOfSomeMeetings = ({ series_id, event_attendees }: SearchFilters) => series_id != null || event_attendees != null

/** By the note's series, and by who is invited to its event, by any address of their account. */
function isOfMeeting(
  { workspace }: Reader,
  filters: SearchFilters,
  noteId: RawBuilder<unknown>,
  showsNote = sql<boolean>`true`,
) {
  if (!isOfSomeMeetings(filters)) return sql`true`
  const invited = [...new Set([filters.event_attendees ?? []].flat().map(foldCase))]
  return sql`exists (select from notes note where note.workspace_id = ${workspace.id} and note.id = ${noteId}
    and ${showsNote} and ${equals(sql`note.series_id`, filters.series_id)}
    and ${areInvited(workspace.id, sql`note.event_guid`, invited)})`
}

/** By the start of the event. By the creation if there is no event, or if the caller does not see the item's note. */
function isInTime(
  caller: Reader,
  filters: SearchFilters,
  noteId: RawBuilder<unknown>,
  createdAt: RawBuilder<unknown>,
  showsEvent = sql<boolean>`true`,
) {
  if (!hasTimes(filters)) return sql`true`
  const at = sql`coalesce((select event.starts_at from notes note
    join events event on event.workspace_id = note.workspace_id and event.guid = note.event_guid
    where note.workspace_id = ${caller.workspace.id} and note.id = ${noteId} and ${showsEvent}), ${createdAt})`
  const { start_at = null, end_at = null } = filters
  return sql`${at} >= coalesce(${start_at}::timestamptz, '-infinity') and ${at} < coalesce(${end_at}::timestamptz, 'infinity')`
}
