/** The meeting of a call: by its link, else by its time. */
import { sql } from 'kysely'
import type { Db } from '../platform/postgres/db.ts'
import { cutShort } from '../platform/text.ts'
import { findMeetingAt } from '../recordings/uploads/find-meeting.ts'
import type { Uploader } from '../recordings/uploads/submit-upload.ts'

/** Calls of a series have one link: how far from its time in the calendar a meeting is still it. */
const farMs = 12 * 3_600_000

/**
 * Among the meetings that the uploader attends. One with another link is another call, so by its time it is only one
 * without.
 * @returns its guid, or null
 */
export async function findMeeting(
  db: Db,
  uploader: Uploader,
  callLink: string | null,
  moment: Date,
): Promise<string | null> {
  const linked = callLink === null ? null : await findByLink(db, uploader, callLink, moment)
  return linked ?? findMeetingAt(db, uploader, moment, { withoutLink: true })
}

/** Of a meeting that was found, cut to the length of a recording's. */
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
  const [earliest, latest] = [new Date(moment.getTime() - farMs), new Date(moment.getTime() + farMs)]
  const { rows } = await sql<{ guid: string }>`
    select event.guid from events event
    where event.workspace_id = ${workspaceId} and event.starts_at between ${earliest} and ${latest}
      and event.call_url ~* ${callLink} and event.cancelled_at is null
      and exists (select from event_people person where person.workspace_id = event.workspace_id
        and person.event_guid = event.guid and person.user_id = ${userId})
    order by abs(extract(epoch from event.starts_at - ${moment}::timestamptz)), event.guid limit 1`.execute(db)
  return rows[0]?.guid ?? null
}
