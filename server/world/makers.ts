/** Who made a share or publication, where the file does not say: the organizer, else the first attendee. */
import { sql } from 'kysely'
import { foldCase } from '../platform/text.ts'
import type { Scope } from './scope.ts'

type Candidate = { thing: string; user_id: string; email_folded: string; organizer_email: string | null }

/** @returns for each event the account of its organizer, else of the first attendee who has one */
export async function findEventMakers({ tx, workspace }: Scope, guids: string[]): Promise<Map<string, string>> {
  if (guids.length === 0) return new Map()
  const { rows } = await sql<Candidate>`
    select event.guid as thing, person.id as user_id, person.email_folded, event.organizer_email
    from events event
    join event_attendees attendee on attendee.workspace_id = event.workspace_id and attendee.event_guid = event.guid
    join users person on person.workspace_id = attendee.workspace_id and person.email_folded = attendee.email_folded
    where event.workspace_id = ${workspace.id} and event.guid = any(${guids})
    order by event.guid, attendee.position, attendee.email_folded`.execute(tx)
  return pick(rows)
}

/** The same for series, of the earliest event that has such an attendee. */
export async function findSeriesMakers({ tx, workspace }: Scope, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Candidate>`
    select event.series_id as thing, person.id as user_id, person.email_folded, event.organizer_email
    from (
      select distinct on (event.series_id) event.*
      from events event
      join event_people person on person.workspace_id = event.workspace_id and person.event_guid = event.guid
      where event.workspace_id = ${workspace.id} and event.series_id = any(${ids})
      order by event.series_id, event.starts_at, event.guid) event
    join event_attendees attendee on attendee.workspace_id = event.workspace_id and attendee.event_guid = event.guid
    join users person on person.workspace_id = attendee.workspace_id and person.email_folded = attendee.email_folded
    order by event.series_id, attendee.position, attendee.email_folded`.execute(tx)
  return pick(rows)
}

function pick(candidates: Candidate[]): Map<string, string> {
  const makers = new Map<string, string>()
  for (const { thing, user_id, email_folded, organizer_email } of candidates) {
    const organizes = organizer_email !== null && foldCase(organizer_email) === email_folded
    if (organizes || !makers.has(thing)) makers.set(thing, user_id)
  }
  return makers
}
