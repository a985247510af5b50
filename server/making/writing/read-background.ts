/**
 * The background for a language model: the agenda of the meeting, and the open items of the meeting before. Notes may
 * repeat what the model read, so the background contains only what every reader of the recording may read.
 */
import { sql } from 'kysely'
import { readEventAgenda } from '../../meetings/notes/read-agenda.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { Background } from '../engines/shared/engines.ts'

export type RecordingToWrite = {
  workspace_id: string
  recording_id: string
  event_guid: string | null
  series_id: string | null
  /** Of an upload: the channel in which its recap will be published. Members see a recording that is published already. */
  channel_id?: string | null
}

/** More would not help the model. */
const maxItems = 50

/** @returns undefined without an event, because then only the uploader can have written an agenda */
export async function readBackground(db: Db, recording: RecordingToWrite): Promise<Background | undefined> {
  const { workspace_id, event_guid } = recording
  if (event_guid === null) return undefined
  const notes = await findNotes(db, recording)
  const readable = new Set(await readableByAll(db, recording, notes))
  return {
    agenda: notes.own && readable.has(notes.own) ? await readEventAgenda(db, workspace_id, event_guid) : '',
    openItems: notes.before && readable.has(notes.before) ? await readOpenItems(db, workspace_id, notes.before) : [],
  }
}

/** The event's note, and the note of the latest earlier meeting of the series that has one. */
async function findNotes(
  db: Db,
  { workspace_id, event_guid, series_id }: RecordingToWrite,
): Promise<{ own?: string; before?: string }> {
  const { rows } = await sql<{ which: 'own' | 'before'; id: string }>`
    select 'own' as which, id from notes where workspace_id = ${workspace_id} and event_guid = ${event_guid}
    union all
    (select 'before', note.id
    from events event
    join notes note on note.workspace_id = event.workspace_id and note.event_guid = event.guid
    where event.workspace_id = ${workspace_id} and event.series_id = ${series_id} and event.cancelled_at is null
      and event.starts_at < (select starts_at from events where workspace_id = ${workspace_id} and guid = ${event_guid})
    order by event.starts_at desc, event.guid desc limit 1)`.execute(db)
  return Object.fromEntries(rows.map(({ which, id }) => [which, id]))
}

/**
 * The notes that every reader of the recording sees. Readers are the people who see the recording or its note now (it
 * gets action items), attend the event, have a share of the series, or are in the channel. A person with whom an
 * attendee shares the recording later is not counted: they get the notes from that attendee.
 */
async function readableByAll(
  db: Db,
  recording: RecordingToWrite,
  notes: { own?: string; before?: string },
): Promise<string[]> {
  const { workspace_id, recording_id, event_guid, series_id, channel_id = null } = recording
  const { rows } = await sql<{ id: string }>`
    with readers as (
      select user_id from person_sight
        where workspace_id = ${workspace_id} and kind = 'recording' and id = ${recording_id}
      union select user_id from person_sight
        where workspace_id = ${workspace_id} and kind = 'note' and id = ${notes.own ?? null}
      union select user_id from event_people where workspace_id = ${workspace_id} and event_guid = ${event_guid}
      union select user_id from series_shares where workspace_id = ${workspace_id} and series_id = ${series_id}
      union select user_id from channel_members where workspace_id = ${workspace_id} and channel_id = ${channel_id})
    select note.id from notes note
    where note.workspace_id = ${workspace_id} and note.id = any(${Object.values(notes)}) and not exists (
      select from readers where not exists (
        select from person_sight seen where seen.workspace_id = ${workspace_id} and seen.kind = 'note'
          and seen.id = note.id and seen.user_id = readers.user_id))`.execute(db)
  return rows.map(({ id }) => id)
}

async function readOpenItems(db: Db, workspaceId: string, noteId: string): Promise<Background['openItems']> {
  const { rows } = await sql<Background['openItems'][number]>`
    select item.text, item.due_date as "dueDate", array(
      select person.full_name from action_item_assignees assignee
      join users person on person.workspace_id = assignee.workspace_id and person.id = assignee.user_id
      where assignee.workspace_id = item.workspace_id and assignee.item_id = item.id
      order by assignee.position) as assignees
    from action_items item
    where item.workspace_id = ${workspaceId} and item.note_id = ${noteId} and item.status = 'Incomplete'
    order by item.created_at, item.id limit ${sql.lit(maxItems)}`.execute(db)
  return rows
}
