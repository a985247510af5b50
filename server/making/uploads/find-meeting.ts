/** Finds the meeting of a recording by its time. */
import { sql } from 'kysely'
import { isInOwnCalendar } from '../../meetings/calendar/in-own-calendar.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { Uploader } from './submit-upload.ts'

/** A recording may begin before the meeting. */
const earlyMs = 15 * 60_000
const longestMs = 24 * 3_600_000

/**
 * Finds the meeting that starts nearest to the moment. It must be running then, or start at most 15 minutes later.
 * A recording in the wrong note would be seen by the wrong people, so of two equally near meetings neither matches.
 * Only meetings in the uploader's own calendar count; otherwise colleagues could get recordings by inviting the uploader.
 * @param withoutLink  ignores meetings with a link to a call
 * @returns the event's guid, or null
 */
export async function findMeetingAt(
  db: Db,
  { workspaceId, userId }: Uploader,
  moment: Date,
  { withoutLink = false } = {},
): Promise<string | null> {
  const [earliest, latest] = [new Date(moment.getTime() - longestMs), new Date(moment.getTime() + earlyMs)]
  const { rows } = await sql<{ guid: string; distance: string }>`
    select event.guid, abs(extract(epoch from event.starts_at - ${moment}::timestamptz)) as distance from events event
    where event.workspace_id = ${workspaceId} and event.starts_at between ${earliest} and ${latest}
      and event.ends_at > ${moment} and not event.all_day and event.cancelled_at is null
      and (event.call_url is null or not ${withoutLink}::boolean)
      and ${isInOwnCalendar(userId)}
    order by distance limit 2`.execute(db)
  const [first, second] = rows
  return first && first.distance !== second?.distance ? first.guid : null
}
