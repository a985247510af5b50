/** Finds the meeting of a recorded call: by its link, else by its time if its host is known. */
import { sql } from 'kysely'
import { isInOwnCalendar } from '../../meetings/calendar/in-own-calendar.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { cutShort } from '../../platform/text.ts'
import { findMeetingAt } from '../uploads/find-meeting.ts'
import type { Uploader } from '../uploads/submit-upload.ts'

/** How far the call may be from the meeting's times. The link alone is not enough: series and personal rooms reuse it. */
const earlyMs = 15 * 60_000
const lateMs = 3_600_000
const longestMs = 24 * 3_600_000

/**
 * Searches the meetings in the uploader's own calendar: by link, else by time.
 * By time, only a meeting without a link matches, because a meeting with another link is another call.
 * @param byTime  only if the uploader was in the call
 * @returns the event's guid, or null
 */
export async function findMeeting(
  db: Db,
  uploader: Uploader,
  callLink: string | null,
  moment: Date,
  { byTime }: { byTime: boolean },
): Promise<string | null> {
  const linked = callLink === null ? null : await findByLink(db, uploader, callLink, moment)
  return linked ?? (byTime ? findMeetingAt(db, uploader, moment, { withoutLink: true }) : null)
}

/** The meeting's title, cut to the 255 characters that a recording's title may have. */
export async function titleOf(db: Db, { workspaceId }: Uploader, guid: string): Promise<string> {
  const own = db.selectFrom('events').select('title').where('workspace_id', '=', workspaceId)
  const { title } = await own.where('guid', '=', guid).executeTakeFirstOrThrow()
  return cutShort(title, 255)
}

async function findByLink(
  db: Db,
  { workspaceId, userId }: Uploader,
  callLink: string,
  moment: Date,
): Promise<string | null> {
  const [latestStart, earliestEnd] = [new Date(moment.getTime() + earlyMs), new Date(moment.getTime() - lateMs)]
  const { rows } = await sql<{ guid: string; distance: string }>`
    select event.guid, abs(extract(epoch from event.starts_at - ${moment}::timestamptz)) as distance from events event
    where event.workspace_id = ${workspaceId} and event.starts_at <= ${latestStart} and event.ends_at > ${earliestEnd}
      and event.starts_at > ${new Date(moment.getTime() - longestMs)}
      and event.call_url ~* ${callLink} and event.cancelled_at is null
      and ${isInOwnCalendar(userId)}
    order by distance limit 2`.execute(db)
  const [first, second] = rows
  return first && first.distance !== second?.distance ? first.guid : null
}
