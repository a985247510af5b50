/**
 * Participants: the attendees of the event, or else the people that the uploader named (decisions 29 on the note of an
 * upload, 40 on recipients).
 */
import { sql } from 'kysely'
import type { Participant, RecapFacts } from '../../../platform/postgres/column-types.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { foldCase } from '../../../platform/text.ts'

/** What names the people of a recording: its event, and what the uploader said. */
export type PeopleSource = { workspace_id: string; event_guid: string | null; facts: Pick<RecapFacts, 'participants'> }

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
export async function findParticipants(db: Db, meeting: PeopleSource): Promise<Participant[]> {
  const { workspace_id, event_guid, facts } = meeting
  const { participants = [] } = facts
  if (event_guid === null) return participants
  const invited = await attendees(db, workspace_id, [event_guid])
    .select(sql<string>`coalesce(person.full_name, attendee.name)`.as('name'))
    .execute()
  return [...invited, ...participants]
}

/**
 * For note writers: participants with an address, which is their key, and the uploader, who is seldom on their own list.
 * `account` says whether items can be assigned to them; the names of others must be in the item's text.
 */
export async function peopleWithEmail(
  db: Db,
  meeting: PeopleSource & { recording_id: string },
): Promise<(Participant & { account: boolean })[]> {
  const named = (await findParticipants(db, meeting)).map(({ name, email }) => ({ name, email: email.toLowerCase() }))
  const emails = named.map(({ email }) => foldCase(email))
  const { workspace_id, recording_id } = meeting
  const accounts = await db
    .selectFrom('users as person')
    .select(['person.full_name as name', 'person.email'])
    .select(
      sql<string[]>`array(select email_folded from addresses known
        where known.workspace_id = person.workspace_id and known.user_id = person.id)`.as('addresses'),
    )
    .where('person.workspace_id', '=', workspace_id)
    .where('person.active', '=', true)
    .where(
      sql<boolean>`(person.id = any(array(select user_id from addresses
          where workspace_id = ${workspace_id} and email_folded = any(${emails}))) or person.id = (
        select submitted_by from uploads where workspace_id = ${workspace_id} and recording_id = ${recording_id}))`,
    )
    .orderBy('person.id')
    .execute()
  const known = new Set(accounts.flatMap(({ addresses }) => addresses))
  return [
    ...named.filter(({ email }) => email !== '').map((one) => ({ ...one, account: known.has(foldCase(one.email)) })),
    ...accounts
      .filter(({ addresses }) => !addresses.some((each) => emails.includes(each)))
      .map(({ name, email }) => ({ name, email: email.toLowerCase(), account: true })),
  ]
}

function attendees(db: Db, workspaceId: string, guids: string[]) {
  return db
    .selectFrom('event_attendees as attendee')
    .leftJoin('addresses as known', (join) =>
      join
        .onRef('known.workspace_id', '=', 'attendee.workspace_id')
        .onRef('known.email_folded', '=', 'attendee.email_folded'),
    )
    .leftJoin('users as person', (join) =>
      join.onRef('person.workspace_id', '=', 'known.workspace_id').onRef('person.id', '=', 'known.user_id'),
    )
    .select('attendee.email')
    .where('attendee.workspace_id', '=', workspaceId)
    .where(sql<boolean>`attendee.event_guid = any(${guids})`)
    .orderBy('attendee.position')
}
