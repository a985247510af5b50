/**
 * Finds the possible makers of a share or publication without a maker: the attendees with an account, the organizer first,
 * the others in the order of the invitation.
 */
import { sql } from 'kysely'
import { foldCase } from '../../../platform/text.ts'
import type { ImportContext } from './import-context.ts'

type Candidate = { thing: string; guid: string; user_id: string; email_folded: string; organizer_email: string | null }

/** @returns by event */
export const findEventMakers = (context: ImportContext, guids: string[]) => findMakers(context, 'guid', guids)

/** @returns by series; attendees of earlier events come first */
export const findSeriesMakers = (context: ImportContext, ids: string[]) => findMakers(context, 'series_id', ids)

/** A note without an event has its creator as the only attendee. */
export function makersOf(
  { event_guid, created_by }: { event_guid: string | null; created_by: string | null },
  ofEvents: Map<string, string[]>,
): string[] {
  return event_guid ? (ofEvents.get(event_guid) ?? []) : [created_by].filter((id) => id !== null)
}

/** The maker is not the receiver (decision 17), unless there is no other attendee. */
export function makerFor(receiver: string, makers: string[]): string | undefined {
  return makers.find((maker) => maker !== receiver) ?? makers[0]
}

async function findMakers({ tx, workspace }: ImportContext, of: 'guid' | 'series_id', ids: string[]) {
  if (ids.length === 0) return new Map<string, string[]>()
  const thing = sql.ref(`event.${of}`)
  const { rows } = await sql<Candidate>`
    select thing, guid, user_id, email_folded, organizer_email from (
      select distinct on (${thing}, known.user_id) ${thing} as thing, event.guid, event.starts_at, event.organizer_email,
        attendee.position, known.user_id, attendee.email_folded
      from events event
      join event_attendees attendee on attendee.workspace_id = event.workspace_id and attendee.event_guid = event.guid
      join addresses known on known.workspace_id = attendee.workspace_id and known.email_folded = attendee.email_folded
      where event.workspace_id = ${workspace.id} and ${thing} = any(${ids})
      order by ${thing}, known.user_id, event.starts_at, event.guid, attendee.position) earliest
    order by thing, starts_at, guid, position, email_folded`.execute(tx)
  return new Map([...Map.groupBy(rows, ({ thing }) => thing)].map(([id, candidates]) => [id, rank(candidates)]))
}

/** The organizer of an event comes before its other attendees. */
function rank(candidates: Candidate[]): string[] {
  const byEvent = Map.groupBy(candidates, ({ guid }) => guid).values()
  const organizes = ({ organizer_email, email_folded }: Candidate) =>
    organizer_email !== null && foldCase(organizer_email) === email_folded
  return [...byEvent].flatMap((attendees) =>
    [...attendees.filter(organizes), ...attendees.filter((each) => !organizes(each))].map(({ user_id }) => user_id),
  )
}
