/**
 * Whether a person attends a meeting, and their own calendar has it in its current form (docs/decisions/calendar.md).
 */
import { type RawBuilder, sql } from 'kysely'

/**
 * A condition on the row `event`. If no calendar has stated it yet, it is true only for the person whose import first
 * brought the meeting; if no import brought it, it is true for everybody.
 */
export function isInOwnCalendar(userId: string): RawBuilder<boolean> {
  return sql`exists (
    select from event_attendees attendee
    join addresses known on known.workspace_id = attendee.workspace_id and known.email_folded = attendee.email_folded
    where attendee.workspace_id = event.workspace_id and attendee.event_guid = event.guid and known.user_id = ${userId}
      and coalesce(attendee.in_own_calendar, event.imported_by is null or event.imported_by = ${userId}))`
}
