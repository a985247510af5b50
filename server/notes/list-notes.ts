/** Notes as a caller sees them, many or one (spec 4.1, 4.6; decisions 10 to 15). */
import { sql } from 'kysely'
import { type Db, planAnew } from '../platform/db.ts'
import { notFound } from '../platform/errors.ts'
import { type DateBounds, isSelective, readDates, titleContains, withinDates } from '../platform/filters.ts'
import { askedPage, isAfter, limitOf, type Page, type PageRequest, toPage } from '../platform/page.ts'
import { Statement } from '../platform/statement.ts'
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
  const { filters, page } = request
  const { event_guid, channel_id, title } = filters
  if (channel_id != null) await requireChannel(db, caller, channel_id)
  const asked = {
    ...{ caller, dates: readDates(filters), event_guid, channel_id, title },
    ...{ columns: columnsFor(request.include), page: askedPage(page) },
  }
  const rows = isSelective(filters)
    ? await selectPage(db, asked).modifyEnd(planAnew).execute()
    : await statement.run(db, asked)
  return toPage('notes', page, rows, (row) => ({ time: row.created_at, id: row.id }))
}

/** What a page of notes or recordings is asked with; its keys are these, whatever a request holds beside them. */
export type Asked<Columns> = Pick<MeetingFilters, 'event_guid' | 'channel_id' | 'title'> & {
  caller: Caller
  dates: DateBounds
  columns: Columns
  page: PageRequest
}

function selectPage(db: Db, { caller, dates, event_guid, channel_id, title, columns, page }: Asked<Columns>) {
  let query = selectNotes(db, caller, columns)
    .innerJoin(seenBy(caller, 'note', channel_id), 'seen.id', 'notes.id')
    .where((eb) => eb.and(withinDates(dates, 'seen.created_at', 'notes.updated_at')))
  if (event_guid != null) query = query.where('notes.event_guid', '=', event_guid)
  if (title != null) query = query.where(titleContains('notes.title_folded', title))
  if (page.after) query = query.where(isAfter('seen.created_at', 'seen.id', page.after))
  return query.orderBy('seen.created_at', 'desc').orderBy('seen.id', 'desc').limit(limitOf(page))
}

const statement = new Statement(selectPage)

/** @throws {ApiError} 404 for a note that is unknown, of another workspace, or not the caller's to see */
export async function getNote(db: Db, caller: Caller, id: string) {
  const everything = { agenda: true, attendees: true }
  const row = isStorable(id)
    ? await selectNotes(db, caller, everything).where('notes.id', '=', id).where(noteVisible(caller)).executeTakeFirst()
    : undefined
  if (!row) throw notFound('Note')
  return row
}

type Columns = { agenda: boolean; attendees: boolean }

const columnsFor = (include: NoteInclude): Columns => ({
  agenda: Boolean(include.content_markdown || include.content_native_markdown),
  attendees: Boolean(include.event_attendees),
})

/** The columns of a note for this caller; which rows is for the query that continues this one. */
export function selectNotes(db: Db, caller: Caller, columns: Columns) {
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
    .$if(columns.attendees, (query) => query.select(attendees.as('event_attendees')))
    .$if(columns.agenda, (query) => query.select('notes.agenda'))
    .where('notes.workspace_id', '=', caller.workspace.id)
}
