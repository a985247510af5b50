/** The filter by invited addresses: all of them must be invited, whatever their case. Without an event nobody is. */
import { type RawBuilder, sql } from 'kysely'
import { foldCase } from '../platform/text.ts'
import type { PublishableKind } from './visible.ts'

/** An address or a list of them, as a request has it. @returns each once, folded; an empty list without the filter */
export function readInvited(given: string | string[] | null | undefined): string[] {
  return [...new Set([given ?? []].flat().map(foldCase))]
}

/** The column that leads from a note or recording to its event. */
export const eventLink = { note: sql.ref('event_guid'), recording: sql.ref('note_id') }

/** True in a query over `thing` if all of these were invited: one range of the event's invitations, however many there are. */
export function isInvited(kind: PublishableKind, workspaceId: string, addresses: string[]): RawBuilder<boolean> {
  const guid = {
    note: sql`thing.event_guid`,
    recording: sql`(select note.event_guid from notes note
      where note.workspace_id = thing.workspace_id and note.id = thing.note_id)`,
  }
  return sql<boolean>`(select count(*) from event_attendees invited
    where invited.workspace_id = ${workspaceId} and invited.event_guid = ${guid[kind]}
      and invited.email_folded = any(${addresses})) = ${addresses.length}`
}

/** The same for one address, as a range of the index of addresses. */
export function isOfAddress(kind: PublishableKind, workspaceId: string, address: string): RawBuilder<boolean> {
  const events = sql`select event_guid from event_attendees invited
    where invited.workspace_id = ${workspaceId} and invited.email_folded = ${address}`
  const ofNotes = sql`select note.id from notes note where note.workspace_id = ${workspaceId} and note.event_guid in (${events})`
  return sql<boolean>`thing.workspace_id = ${workspaceId}
    and ${{ note: sql`thing.event_guid in (${events})`, recording: sql`thing.note_id in (${ofNotes})` }[kind]}`
}
