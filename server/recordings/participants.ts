/** Who took part: the event's attendees, else those whom the uploader named (decisions 29, 40). */
import { sql } from 'kysely'
import type { Db } from '../platform/db.ts'
import type { Participant } from '../tables.ts'

type Gathering = { workspace_id: string; event_guid: string | null; participants: Participant[] }

/** Attendees whom the calendar gives no name have that of their account, if there is one. */
export async function findAttendees(db: Db, workspaceId: string, eventGuid: string): Promise<Participant[]> {
  return db
    .selectFrom('event_attendees as attendee')
    .leftJoin('users as person', (join) =>
      join
        .onRef('person.workspace_id', '=', 'attendee.workspace_id')
        .onRef('person.email_folded', '=', 'attendee.email_folded'),
    )
    .select(['attendee.email', sql<string>`coalesce(nullif(attendee.name, ''), person.full_name, '')`.as('name')])
    .where('attendee.workspace_id', '=', workspaceId)
    .where('attendee.event_guid', '=', eventGuid)
    .orderBy('attendee.position')
    .execute()
}

/** For engines, which spell names by it: both. */
export async function findParticipants(db: Db, gathering: Gathering): Promise<Participant[]> {
  const { workspace_id, event_guid, participants } = gathering
  const attendees = event_guid === null ? [] : await findAttendees(db, workspace_id, event_guid)
  return [...attendees, ...participants]
}
