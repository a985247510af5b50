/** Recordings as a caller sees them, many or one (spec 4.2, 4.6; decisions 10 to 16). */
import { sql } from 'kysely'
import type { MeetingFilters } from '../notes/schemas.ts'
import { type Db, planAnew } from '../platform/db.ts'
import { notFound } from '../platform/errors.ts'
import { isSelective, titleContains, withinDates } from '../platform/filters.ts'
import { isAfter, limitOf, type Page, type PageRequest, toPage } from '../platform/page.ts'
import { isStorable } from '../platform/text.ts'
import type { Caller, Person } from '../workspace/caller.ts'
import { requireChannel } from '../workspace/channels.ts'
import { recordingVisible, type Seen, visibleRecordings } from '../workspace/visible.ts'
import type { RecordingInclude } from './schemas.ts'

export type RecordingView = Awaited<ReturnType<typeof getRecording>>

/** Newest first; one index range of the caller's sight, or of the channel. */
export async function listRecordings(
  db: Db,
  caller: Caller,
  request: { filters: MeetingFilters; include: RecordingInclude; page: PageRequest },
): Promise<Page<RecordingView>> {
  const { filters, include, page } = request
  if (filters.channel_id != null) await requireChannel(db, caller, filters.channel_id)
  const source =
    filters.channel_id == null ? visibleRecordings(db, caller) : publishedRecordings(db, caller, filters.channel_id)
  let query = selectRecordings(db, caller, include)
    .innerJoin(source.as('seen'), 'seen.id', 'recordings.id')
    .where((eb) => eb.and(withinDates(filters, 'seen.created_at', 'recordings.updated_at')))
  if (filters.event_guid != null) query = query.where('note.event_guid', '=', filters.event_guid)
  if (filters.title != null) query = query.where(titleContains('recordings.title_folded', filters.title))
  if (page.after) query = query.where(isAfter('seen.created_at', 'seen.id', page.after))
  const rows = await query
    .orderBy('seen.created_at', 'desc')
    .orderBy('seen.id', 'desc')
    .limit(limitOf(page))
    .$if(isSelective(filters), (query) => query.modifyEnd(planAnew))
    .execute()
  return toPage('recordings', page, rows, (row) => ({ time: row.created_at, id: row.id }))
}

/** @throws {ApiError} 404 for a recording that is unknown, of another workspace, or not the caller's to see */
export async function getRecording(db: Db, caller: Caller, id: string) {
  const row = isStorable(id)
    ? await selectRecordings(db, caller, { transcript: true, ai_notes: true })
        .where('recordings.id', '=', id)
        .where(recordingVisible(caller))
        .executeTakeFirst()
    : undefined
  if (!row) throw notFound('Recording')
  return row
}

/** The people whom AI notes name, by id: one query for a page. */
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

function selectRecordings(db: Db, caller: Caller, include: RecordingInclude) {
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
    .$if(Boolean(include.transcript), (query) => query.select('recordings.transcript'))
    .$if(Boolean(include.ai_notes), (query) => query.select('recordings.ai_notes'))
    .where('recordings.workspace_id', '=', caller.workspace.id)
}

/** The recordings that an attendee published in the channel, in the order of its index. */
function publishedRecordings(db: Db, caller: Caller, channelId: string): Seen {
  // Without `offset 0` PostgreSQL would work out the attendees and the sight of every recording, and not of the page's few.
  const byAttendee = sql<boolean>`exists (select from recording_attendees maker
    where maker.workspace_id = publication.workspace_id and maker.recording_id = publication.recording_id
      and maker.user_id = publication.by_user_id offset 0)`
  const seen = sql<boolean>`exists (select from recording_sight sight
    where sight.workspace_id = publication.workspace_id and sight.recording_id = publication.recording_id
      and sight.user_id = ${caller.user.id} offset 0)`
  return db
    .selectFrom('recording_publications as publication')
    .select(['publication.recording_id as id', 'publication.created_at'])
    .where('publication.workspace_id', '=', caller.workspace.id)
    .where('publication.channel_id', '=', channelId)
    .where(byAttendee)
    .$if(!caller.superAdmin, (query) => query.where(seen))
}
