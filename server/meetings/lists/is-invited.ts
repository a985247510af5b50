/** Whether somebody is invited to an event. */
import { type RawBuilder, sql } from 'kysely'
import { probe } from '../../platform/postgres/db.ts'

/** @param addresses  those of one person, an array of folded texts. Without an event nobody is invited. */
export const isInvited = (
  workspaceId: string,
  eventGuid: RawBuilder<unknown>,
  addresses: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  probe(sql`select from event_attendees invited where invited.workspace_id = ${workspaceId}
    and invited.event_guid = ${eventGuid} and invited.email_folded = any(${addresses})`)

/** @param addresses  folded, one of each person: all must be invited, by any address of their account */
export const areInvited = (
  workspaceId: string,
  eventGuid: RawBuilder<unknown>,
  addresses: string[],
): RawBuilder<boolean> => sql`not exists (select from unnest(${addresses}::text[]) as wanted (address)
  where not ${isInvited(workspaceId, eventGuid, addressesLike(workspaceId, sql`wanted.address`))})`

/** The address, folded, and all others of its account. */
export const addressesLike = (workspaceId: string, address: RawBuilder<unknown>): RawBuilder<string[]> => sql`array(
  select ${address}
  union all
  select other.email_folded from addresses own
  join addresses other on other.workspace_id = own.workspace_id and other.user_id = own.user_id
  where own.workspace_id = ${workspaceId} and own.email_folded = ${address})`
