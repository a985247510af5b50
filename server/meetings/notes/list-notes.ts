/** Notes as a caller sees them, many or one (spec 4.1, 4.6; decisions 10 on pages to 15 on note fields). */
import { sql } from 'kysely'
import type { Caller } from '../../people/caller/caller.ts'
import { noteVisible, recordingVisible } from '../../people/sight/visible.ts'
import { notFound } from '../../platform/errors.ts'
import { type Page, type PageRequest, toPage } from '../../platform/http/page.ts'
import { type Db, ifWanted } from '../../platform/postgres/db.ts'
import { isStorable } from '../../platform/text.ts'
import { findIds, inOneMoment } from '../lists/find-ids.ts'
import { readListQuery } from '../lists/list-query.ts'
import type { MeetingFilters } from '../lists/schemas.ts'
import type { NoteInclude } from './schemas.ts'

export type NoteView = Awaited<ReturnType<typeof findNote>>

/** Newest first: the ids of the page are found first, then only its rows are read. */
export async function listNotes(
  db: Db,
  caller: Caller,
  request: { filters: MeetingFilters; include: NoteInclude; page: PageRequest },
): Promise<Page<NoteView>> {
  const query = await readListQuery(db, caller, 'note', request)
  const rows = await inOneMoment(db, query, async (moment) => {
    const ids = await findIds(moment, query)
    return selectNotes(moment, caller, columnsFor(request.include))
      .where(sql<boolean>`notes.id = any(${ids})`)
      .orderBy('notes.created_at', 'desc')
      .orderBy('notes.id', 'desc')
      .execute()
  })
  return toPage('notes', request.page, rows, (row) => ({ time: row.created_at, id: row.id }))
}

/** @throws {ApiError} 404 for a note that is unknown, of another workspace, or not the caller's to see */
export async function findNote(db: Db, caller: Caller, id: string) {
  const everything = { agenda: true, attendees: true }
  const row = isStorable(id)
    ? await selectNotes(db, caller, everything).where('notes.id', '=', id).where(noteVisible(caller)).executeTakeFirst()
    : undefined
  if (!row) throw notFound('Note')
  return row
}

type NoteColumns = { agenda: boolean; attendees: boolean }

const columnsFor = (include: NoteInclude): NoteColumns => ({
  agenda: Boolean(include.content_markdown || include.content_native_markdown),
  attendees: Boolean(include.event_attendees),
})

/** The columns of a note for this caller; the calling query selects the rows. */
export function selectNotes(db: Db, caller: Caller, columns: NoteColumns) {
  const recordingIds = sql<string[]>`array(select recordings.id from recordings
    where recordings.workspace_id = notes.workspace_id and recordings.note_id = notes.id and ${recordingVisible(caller)}
    order by recordings.created_at, recordings.id)`
  const attendees = sql<string[]>`array(select attendee.email from event_attendees attendee
    where attendee.workspace_id = notes.workspace_id and attendee.event_guid = notes.event_guid
    order by attendee.position)`
  const bytesOf = (table: 'action_items' | 'decisions') => sql`(
    select coalesce(sum(octet_length(thing.text)), 0)::integer from ${sql.table(table)} thing
    where thing.workspace_id = notes.workspace_id and thing.note_id = notes.id)`
  const thingBytes = sql<number>`${bytesOf('action_items')} + ${bytesOf('decisions')}`
  return db
    .selectFrom('notes')
    .leftJoin('events as event', (join) =>
      join.onRef('event.workspace_id', '=', 'notes.workspace_id').onRef('event.guid', '=', 'notes.event_guid'),
    )
    .select([
      'notes.id',
      'notes.title',
      'notes.created_at',
      'notes.updated_at',
      'notes.event_guid',
      'notes.series_id',
      'notes.rule_id',
    ])
    .select(['event.starts_at', 'event.ends_at', 'event.all_day', 'event.call_url', 'event.organizer_email'])
    .select(recordingIds.as('recording_ids'))
    .select(ifWanted(columns.attendees, attendees).as('event_attendees'))
    .select((eb) => ifWanted(columns.agenda, eb.ref('notes.agenda')).as('agenda'))
    .select(ifWanted(columns.agenda, thingBytes).as('thing_bytes'))
    .where('notes.workspace_id', '=', caller.workspace.id)
}
