/** Reads a meeting from its note, and the next one where there is one already. */
import { type RawBuilder, sql } from 'kysely'
import { findHolders } from '../../people/accounts/addresses.ts'
import type { Acting } from '../../people/caller/caller.ts'
import { noteEditable } from '../../people/sight/editable.ts'
import { noteVisible } from '../../people/sight/visible.ts'
import { ApiError, notFound } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { isStorable } from '../../platform/text.ts'
import { readZone } from '../recordings/recap-mail/notifications.ts'

export type Meeting = {
  note_id: string
  /** null of a note without an event, whose time is the quarter of an hour in which it was made. */
  guid: string | null
  series_id: string | null
  title: string
  starts_at: Date
  ends_at: Date
  all_day: boolean
  call_url: string | null
  attendees: { email: string; name: string }[]
  /** When the meeting of the series before it began. */
  before: Date | null
  organizer_email: string | null
}

const attendeesOf = ({ workspace }: Acting, guid: RawBuilder<unknown>) => sql`coalesce((
  select json_agg(json_build_object('email', email, 'name', name) order by position) from event_attendees
  where workspace_id = ${workspace.id} and event_guid = ${guid}), '[]')`

/** @throws {ApiError} 404 without sight, 403 without the edit right */
export async function readMeeting(tx: Tx, caller: Acting, noteId: string): Promise<Meeting> {
  if (!isStorable(noteId)) throw notFound('Note')
  const { workspace } = caller
  const made = sql`date_bin('15 minutes', notes.created_at, timestamptz '2000-01-01 00:00:00Z')`
  const { rows } = await sql<Meeting & { edits: boolean }>`
    select notes.id as note_id, notes.event_guid as guid, notes.series_id, coalesce(event.title, notes.title) as title,
      coalesce(event.starts_at, ${made}) as starts_at, coalesce(event.ends_at, ${made} + interval '30 minutes') as ends_at,
      coalesce(event.all_day, false) as all_day, event.call_url,
      ${attendeesOf(caller, sql`notes.event_guid`)} as attendees,
      (select max(other.starts_at) from events other where other.workspace_id = ${workspace.id}
        and other.series_id = notes.series_id and other.cancelled_at is null and other.starts_at < event.starts_at) as before,
      event.organizer_email,
      ${noteEditable(caller, sql`notes.workspace_id`, sql`notes.id`)} as edits
    from notes left join events event on event.workspace_id = notes.workspace_id and event.guid = notes.event_guid
    where notes.workspace_id = ${workspace.id} and notes.id = ${noteId} and ${noteVisible(caller)}`.execute(tx)
  const [row] = rows
  if (!row) throw notFound('Note')
  const { edits, ...meeting } = row
  if (!edits) throw new ApiError(403, 'You may see this note and not edit it')
  return meeting
}

/**
 * That of the organizer, who keeps the hour of the meeting; else the given one, else the caller's own.
 * @returns `shown`: null if somebody else chose it, whose setting it is
 */
export async function zoneOf(tx: Tx, caller: Acting, { organizer_email }: Meeting, given: string | null) {
  const { workspace, user } = caller
  const chosen = async (userId: string | undefined) =>
    userId === undefined ? null : await readZone(tx, workspace.id, userId)
  const [organizer] = (await findHolders(tx, workspace.id, organizer_email ? [organizer_email] : [])).values()
  const theirs = await chosen(organizer?.user_id)
  const zone = theirs ?? given ?? (await chosen(user.id)) ?? 'UTC'
  return { zone, shown: theirs !== null && organizer?.user_id !== user.id ? null : zone }
}

export type Found = {
  guid: string
  title: string
  starts_at: Date
  ends_at: Date
  all_day: boolean
  attendees: Meeting['attendees']
  organizer_email: string | null
  made_here: boolean
  /** null if its note was deleted. */
  note_id: string | null
  edits: boolean
}

/** The first meeting of the series of which this is true of `event`, of those that the caller sees. */
export async function findInSeries(
  tx: Tx,
  caller: Acting,
  seriesId: string,
  which: RawBuilder<unknown>,
): Promise<Found | undefined> {
  const attends = sql`exists (select from event_people person where person.workspace_id = event.workspace_id
    and person.event_guid = event.guid and person.user_id = ${caller.user.id})`
  const { rows } = await sql<Found>`
    select event.guid, event.title, event.starts_at, event.ends_at, event.all_day, event.organizer_email, event.made_here,
      notes.id as note_id,
      ${attendeesOf(caller, sql`event.guid`)} as attendees,
      notes.id is null or ${noteEditable(caller, sql`notes.workspace_id`, sql`notes.id`)} as edits
    from events event left join notes on notes.workspace_id = event.workspace_id and notes.event_guid = event.guid
    where event.workspace_id = ${caller.workspace.id} and event.series_id = ${seriesId} and event.cancelled_at is null
      and ${which} and case when notes.id is null then ${attends} else ${noteVisible(caller)} end
    order by event.starts_at, event.guid limit 1`.execute(tx)
  return rows[0]
}
