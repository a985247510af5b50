/** Participants: the attendees of the event, or else the people that the uploader named (decisions 29, 40). */
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/db.ts'
import type { Participant } from '../../tables.ts'

type Gathering = { workspace_id: string; event_guid: string | null; participants: Participant[] }

/**
 * Attendees for events: with the name from the calendar, or else that of the account, if there is one.
 * @returns by the event's guid
 */
export async function findAttendees(db: Db, workspaceId: string, guids: string[]): Promise<Map<string, Participant[]>> {
  const rows = await attendees(db, workspaceId, guids)
    .select('attendee.event_guid')
    .select(sql<string>`coalesce(nullif(attendee.name, ''), person.full_name, '')`.as('name'))
    .execute()
  return Map.groupBy(rows, ({ event_guid }) => event_guid)
}

/** For engines: attendees with their account's name, as calendars often have only an address, and the uploader's list. */
export async function findParticipants(db: Db, gathering: Gathering): Promise<Participant[]> {
  const { workspace_id, event_guid, participants } = gathering
  if (event_guid === null) return participants
  const invited = await attendees(db, workspace_id, [event_guid])
    .select(sql<string>`coalesce(person.full_name, attendee.name)`.as('name'))
    .execute()
  return [...invited, ...participants]
}

/** For note writers: those with an address, which is their key. */
export async function peopleWithEmail(db: Db, gathering: Gathering): Promise<Participant[]> {
  const people = await findParticipants(db, gathering)
  return people.filter(({ email }) => email !== '').map(({ name, email }) => ({ name, email: email.toLowerCase() }))
}

function attendees(db: Db, workspaceId: string, guids: string[]) {
  return db
    .selectFrom('event_attendees as attendee')
    .leftJoin('users as person', (join) =>
      join
        .onRef('person.workspace_id', '=', 'attendee.workspace_id')
        .onRef('person.email_folded', '=', 'attendee.email_folded'),
    )
    .select('attendee.email')
    .where('attendee.workspace_id', '=', workspaceId)
    .where(sql<boolean>`attendee.event_guid = any(${guids})`)
    .orderBy('attendee.position')
}
