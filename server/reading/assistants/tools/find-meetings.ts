/**
 * Finds the meetings of which a person may read the note or a recording, by the time of the meeting: the start of its
 * event, else the creation of its note.
 *
 * A set of at most 5,000 meetings is read whole: what the person sees, or what has the title. Only if each set is larger,
 * the workspace's events and notes are read along their indexes until the page is full.
 */
import { type RawBuilder, sql } from 'kysely'
import { addressesLike, isInvited } from '../../../meetings/lists/is-invited.ts'
import type { Caller } from '../../../people/caller/caller.ts'
import { noteVisible, recordingVisible, seenBy } from '../../../people/sight/visible.ts'
import { limitOf, type PageRequest } from '../../../platform/http/page.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { containsPattern, foldCase } from '../../../platform/text.ts'

type MeetingQuery = {
  title?: string | undefined
  /** An address of somebody invited. */
  person?: string | undefined
  /** Inclusive. */
  from: Date | null
  /** Exclusive. */
  until: Date | null
  page: PageRequest
}

export type FoundMeeting = { id: string; at: Date }

/** Meetings of a set that is read whole. */
export const meetingLimits = { set: 5_000 }

/** @returns newest first, one more than the page holds if another page follows */
export async function findMeetings(tx: Tx, caller: Caller, query: MeetingQuery): Promise<FoundMeeting[]> {
  for (const ids of [seenMeetings(caller), ...(query.title ? [titledMeetings(caller, query.title)] : [])]) {
    if (await isSmall(tx, ids)) return read(tx, ofSet(caller, query, ids))
  }
  return read(tx, alongIndexes(caller, query))
}

async function isSmall(tx: Tx, ids: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from (select from (${ids}) meeting limit ${sql.lit(meetingLimits.set + 1)}) counted`.execute(
    tx,
  )
  return rows[0]!.many <= meetingLimits.set
}

const read = async (tx: Tx, query: RawBuilder<FoundMeeting>) => (await query.execute(tx)).rows

function seenMeetings(caller: Caller): RawBuilder<unknown> {
  return sql`select id from ${seenBy(caller, 'note')} union all
    select recordings.note_id from ${seenBy(caller, 'recording')}
    join recordings on recordings.workspace_id = ${caller.workspace.id} and recordings.id = seen.id`
}

function titledMeetings({ workspace }: Caller, title: string): RawBuilder<unknown> {
  const hasTitle = sql`workspace_id = ${workspace.id} and title_folded like ${containsPattern(foldCase(title))}`
  return sql`select id from notes where ${hasTitle} union all select note_id from recordings where ${hasTitle}`
}

const eventOfNote = sql`events event on event.workspace_id = notes.workspace_id and event.guid = notes.event_guid`

function ofSet(caller: Caller, query: MeetingQuery, ids: RawBuilder<unknown>): RawBuilder<FoundMeeting> {
  const at = sql`coalesce(event.starts_at, notes.created_at)`
  return sql`
    select notes.id, ${at} as at from (select distinct id from (${ids}) meeting) found
    join notes on notes.workspace_id = ${caller.workspace.id} and notes.id = found.id
    left join ${eventOfNote}
    where ${isOnPage(query, at)} and ${isRead(caller, query)}
    order by at desc, notes.id desc limit ${limitOf(query.page)}`
}

function alongIndexes(caller: Caller, query: MeetingQuery): RawBuilder<FoundMeeting> {
  const of = (from: RawBuilder<unknown>, at: RawBuilder<unknown>) => sql`
    (select notes.id, ${at} as at from ${from}
    where notes.workspace_id = ${caller.workspace.id} and ${isOnPage(query, at)} and ${isRead(caller, query)}
    order by at desc, notes.id desc limit ${limitOf(query.page)})`
  const withEvent = of(sql`notes join ${eventOfNote}`, sql`event.starts_at`)
  const withoutEvent = of(sql`(select * from notes where event_guid is null) notes`, sql`notes.created_at`)
  return sql`select id, at from (${withEvent} union all ${withoutEvent}) meeting
    order by at desc, id desc limit ${limitOf(query.page)}`
}

/** The first two conditions are an index range. */
function isOnPage({ from, until, page }: MeetingQuery, at: RawBuilder<unknown>): RawBuilder<boolean> {
  const { time, id } = page.after ?? { time: 'infinity', id: '' }
  return sql<boolean>`${at} >= ${from ?? '-infinity'}::timestamptz and ${at} <= ${time}::timestamptz
    and ${at} < ${until ?? 'infinity'}::timestamptz and (${at}, notes.id) < (${time}::timestamptz, ${id}::text)`
}

/** Whether the note, or a recording of it, is seen and has the title, and the person is invited. */
function isRead(caller: Caller, { title, person }: MeetingQuery): RawBuilder<boolean> {
  const hasTitle = (things: string) =>
    title ? sql`${sql.ref(`${things}.title_folded`)} like ${containsPattern(foldCase(title))}` : sql`true`
  const isWithPerson = person
    ? isInvited(
        caller.workspace.id,
        sql`notes.event_guid`,
        addressesLike(caller.workspace.id, sql`${foldCase(person)}::text`),
      )
    : sql`true`
  return sql<boolean>`${isWithPerson} and (${noteVisible(caller)} and ${hasTitle('notes')} or exists (select from recordings
    where recordings.workspace_id = notes.workspace_id and recordings.note_id = notes.id
      and ${recordingVisible(caller)} and ${hasTitle('recordings')}))`
}
