/** The columns of this room that hold text written by people (decision 50 on erasure). */
import { sql } from 'kysely'
import type { TextPlace } from '../../people/privacy/text-places.ts'

export const calendarTexts: TextPlace[] = [
  { table: 'series', key: ['id'], texts: ['title'] },
  { table: 'calendar_feeds', key: ['id'], texts: ['account'], json: { problems: 'jsonb' } },
  {
    table: 'events',
    key: ['guid'],
    texts: ['title', 'call_url', 'organizer_email'],
    // The attendees have the new address already.
    tookPart: (_userId, standIn) => sql`exists (select from event_attendees attendee
      where attendee.workspace_id = events.workspace_id and attendee.event_guid = events.guid
        and attendee.email_folded = ${standIn})`,
  },
  { table: 'event_attendees', key: ['event_guid', 'email_folded'], texts: ['name'] },
]
