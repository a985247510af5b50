/** Notes as a caller sees them, many or one (spec 4.1, 4.6; decisions 10 to 15). */
import { sql } from 'kysely'
import { type Db, planAnew } from '../platform/db.ts'
import { notFound } from '../platform/errors.ts'
import { isSelective, titleContains, withinDates } from '../platform/filters.ts'
import { isAfter, limitOf, type Page, type PageRequest, toPage } from '../platform/page.ts'
import { isStorable } from '../platform/text.ts'
import type { Caller } from '../workspace/caller.ts'
import { requireChannel } from '../workspace/channels.ts'
import { noteVisible, recordingVisible, seenBy } from '../workspace/visible.ts'
import type { MeetingFilters, NoteInclude } from './schemas.ts'

export type NoteView = Awaited<ReturnType<typeof getNote>>

/** Newest first. One index range of the caller's sight, or of the channel: a page costs the same in any workspace. */
export async function listNotes(
  db: Db,
  caller: Caller,
  request: { filters: MeetingFilters; include: NoteInclude; page: PageRequest },
): Promise<Page<NoteView>> {
  const { filters, include, page } = request
  if (filters.channel_id != null) await requireChannel(db, caller, filters.channel_id)
  let query = selectNotes(db, caller, include)
    .innerJoin(seenBy(caller, 'note', filters.channel_id), 'seen.id', 'notes.id')
    .where((eb) => eb.and(withinDates(filters, 'seen.created_at', 'notes.updated_at')))
  if (filters.event_guid != null) query = query.where('notes.event_guid', '=', filters.event_guid)
  if (filters.title != null) query = query.where(titleContains('notes.title_folded', filters.title))
  if (page.after) query = query.where(isAfter('seen.created_at', 'seen.id', page.after))
  const rows = await query
    .orderBy('seen.created_at', 'desc')
    .orderBy('seen.id', 'desc')
    .limit(limitOf(page))
    .$if(isSelective(filters), (query) => query.modifyEnd(planAnew))
    .execute()
  return toPage('notes', page, rows, (row) => ({ time: row.created_at, id: row.id }))
}

/** @throws {ApiError} 404 for a note that is unknown, of another workspace, or not the caller's to see */
export async function getNote(db: Db, caller: Caller, id: string) {
  const everything = { content_markdown: true, content_native_markdown: true, event_attendees: true }
  const row = isStorable(id)
    ? await selectNotes(db, caller, everything).where('notes.id', '=', id).where(noteVisible(caller)).executeTakeFirst()
    : undefined
  if (!row) throw notFound('Note')
  return row
}

/** The columns of a note for this caller; which rows is for the query that continues this one. */
export function selectNotes(db: Db, caller: Caller, include: NoteInclude) {
  const recordingIds = sql<string[]>`array(select recordings.id from recordings
    where recordings.workspace_id = notes.workspace_id and recordings.note_id = notes.id and ${recordingVisible(caller)}
    order by recordings.created_at, recordings.id)`
  const attendees = sql<string[]>`array(select attendee.email from event_attendees attendee
    where attendee.workspace_id = notes.workspace_id and attendee.event_guid = notes.event_guid
    order by attendee.position)`
  return db
    .selectFrom('notes')
    .leftJoin('events as event', (join) =>
      join.onRef('event.workspace_id', '=', 'notes.workspace_id').onRef('event.guid', '=', 'notes.event_guid'),
    )
    .select(['notes.id', 'notes.title', 'notes.created_at', 'notes.updated_at', 'notes.event_guid', 'notes.series_id'])
    .select(['event.starts_at', 'event.ends_at', 'event.all_day', 'event.call_url', 'event.organizer_email'])
    .select(recordingIds.as('recording_ids'))
    .$if(Boolean(include.event_attendees), (query) => query.select(attendees.as('event_attendees')))
    .$if(Boolean(include.content_markdown || include.content_native_markdown), (query) => query.select('notes.agenda'))
    .where('notes.workspace_id', '=', caller.workspace.id)
}
