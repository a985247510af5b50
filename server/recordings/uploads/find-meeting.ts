/** The meeting that a recording is of, where nothing names it but its time. */
import { sql } from 'kysely'
import { isInOwnCalendar } from '../../calendar/in-own-calendar.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { Uploader } from './submit-upload.ts'

/** People begin to record before the meeting does. */
const earlyMs = 15 * 60_000
const longestMs = 24 * 3_600_000

/**
 * Among the meetings that the uploader's own calendar has as they are: the one that begins nearest to the moment, is on then or
 * begins at most 15 minutes later. A recording in the wrong note is seen by the wrong people, so of two that begin at once it is
 * neither, and what only a colleague's calendar has is none: they could invite the uploader to be let in on what they record.
 * @param withoutLink  leaves out those with a link of a call
 * @returns its guid, or null
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
