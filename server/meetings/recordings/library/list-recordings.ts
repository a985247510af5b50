/** Recordings as a caller sees them, many or one (spec 4.2, 4.6; decisions 10 on pages to 16 on recording fields). */
import { sql } from 'kysely'
import type { Caller, Person } from '../../../people/caller/caller.ts'
import { recordingVisible } from '../../../people/sight/visible.ts'
import { notFound } from '../../../platform/errors.ts'
import { type Page, type PageRequest, toPage } from '../../../platform/http/page.ts'
import { type Db, ifWanted } from '../../../platform/postgres/db.ts'
import { isStorable } from '../../../platform/text.ts'
import { findIds, inOneMoment } from '../../lists/find-ids.ts'
import { readListQuery } from '../../lists/list-query.ts'
import type { MeetingFilters } from '../../lists/schemas.ts'
import type { RecordingInclude } from './schemas.ts'

/** All fields except transcripts, which with-transcripts.ts reads. */
export const everything = { ai_notes: true, media_url: true, consent: true, marks: true }

export type RecordingView = Awaited<ReturnType<typeof getRecording>>

/** Newest first: the ids of the page are found first, then only its rows are read. */
export async function listRecordings(
  db: Db,
  caller: Caller,
  request: { filters: MeetingFilters; include: RecordingInclude; page: PageRequest },
): Promise<Page<RecordingView>> {
  const query = await readListQuery(db, caller, 'recording', request)
  const rows = await inOneMoment(db, query, async (moment) => {
    const ids = await findIds(moment, query)
    return selectRecordings(moment, caller, columnsFor(request.include))
      .where(sql<boolean>`recordings.id = any(${ids})`)
      .orderBy('recordings.created_at', 'desc')
      .orderBy('recordings.id', 'desc')
      .execute()
  })
  return toPage('recordings', request.page, rows, (row) => ({ time: row.created_at, id: row.id }))
}

/** @throws {ApiError} 404 for a recording that is unknown, of another workspace, or not the caller's to see */
export async function getRecording(db: Db, caller: Caller, id: string, include: RecordingInclude = everything) {
  const row = isStorable(id)
    ? await selectRecordings(db, caller, columnsFor(include))
        .where('recordings.id', '=', id)
        .where(recordingVisible(caller))
        .executeTakeFirst()
    : undefined
  if (!row) throw notFound('Recording')
  return row
}

/** The people that AI notes name, by id: one query for a page. */
export async function peopleInAiNotes(db: Db, caller: Caller, rows: RecordingView[]): Promise<Map<string, Person>> {
  const items = rows.flatMap((row) => row.ai_notes?.sections.flatMap((section) => section.items ?? []) ?? [])
  const ids = [...new Set(items.flatMap((item) => item.assignees ?? []))]
  if (ids.length === 0) return new Map()
  const people = await db
    .selectFrom('users')
    .select(['id', 'email', 'full_name'])
    .where('workspace_id', '=', caller.workspace.id)
    .where(sql<boolean>`id = any(${ids})`)
    .execute()
  return new Map(people.map((person) => [person.id, person]))
}

type RecordingColumns = { ai_notes: boolean; media: boolean; consent: boolean; marks: boolean }

const columnsFor = ({ ai_notes, media_url, consent, marks }: RecordingInclude): RecordingColumns => ({
  ai_notes: Boolean(ai_notes),
  media: Boolean(media_url),
  consent: Boolean(consent),
  marks: Boolean(marks),
})

const hasMedia = sql<boolean>`exists (select from recording_media media
  where media.workspace_id = recordings.workspace_id and media.recording_id = recordings.id)`

const whoTold = sql<Person | null>`(
  select json_build_object('id', person.id, 'full_name', person.full_name, 'email', person.email) from users person
  where person.workspace_id = recordings.workspace_id and person.id = recordings.started_by
    and recordings.facts ->> 'consent' is not null)`

/** A mark as it is read; `created_at` may be the text of a time. */
export type StoredMark = { id: string; at: number; text: string | null; by: Person; created_at: Date | string }

/** In a query over `marks` with their `person`. */
export const whoMarked = sql<Person>`json_build_object(
  'id', person.id, 'full_name', person.full_name, 'email', person.email)`

const marksOf = sql<StoredMark[]>`coalesce((
  select json_agg(json_build_object('id', mark.id, 'at', mark.at, 'text', mark.text, 'by', ${whoMarked},
    'created_at', mark.created_at) order by mark.at, mark.id)
  from marks mark join users person on person.workspace_id = mark.workspace_id and person.id = mark.user_id
  where mark.workspace_id = recordings.workspace_id and mark.recording_id = recordings.id), '[]')`

function selectRecordings(db: Db, caller: Caller, columns: RecordingColumns) {
  const attends = sql<boolean>`exists (select from event_people person
    where person.workspace_id = note.workspace_id and person.event_guid = note.event_guid
      and person.user_id = ${caller.user.id})`
  return db
    .selectFrom('recordings')
    .innerJoin('notes as note', (join) =>
      join.onRef('note.workspace_id', '=', 'recordings.workspace_id').onRef('note.id', '=', 'recordings.note_id'),
    )
    .leftJoin('events as event', (join) =>
      join.onRef('event.workspace_id', '=', 'note.workspace_id').onRef('event.guid', '=', 'note.event_guid'),
    )
    .select([
      'recordings.id',
      'recordings.note_id',
      'recordings.title',
      'recordings.created_at',
      'recordings.updated_at',
    ])
    .select(['recordings.started_at', 'recordings.ended_at', 'note.event_guid'])
    .select(['event.starts_at', 'event.ends_at', 'event.call_url'])
    .select(attends.as('user_has_calendar_event'))
    .select((eb) => ifWanted(columns.ai_notes, eb.ref('recordings.ai_notes')).as('ai_notes'))
    .select(ifWanted(columns.ai_notes, aiNotesStatus).as('ai_notes_status'))
    .select(ifWanted(columns.media, hasMedia).as('has_media'))
    .select((eb) => ifWanted(columns.consent, eb.ref('recordings.facts')).as('facts'))
    .select(ifWanted(columns.consent, whoTold).as('told_by'))
    .select(ifWanted(columns.marks, marksOf).as('marks'))
    .where('recordings.workspace_id', '=', caller.workspace.id)
}

/** In a query over `recordings`: `writing`, `written`, or null if there are none and none are being written (decision 55). */
const aiNotesStatus = sql<'writing' | 'written' | null>`case
  when recordings.ai_notes is not null then 'written'
  when exists (select from notes_requests request where request.workspace_id = recordings.workspace_id
    and request.recording_id = recordings.id and request.is_first) then 'writing' end`
