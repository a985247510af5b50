/** Whether somebody is invited to an event, by any address of their account. */
import { type RawBuilder, sql } from 'kysely'

/** @param address  folded. Without an event nobody is invited. */
export const isInvited = (
  workspaceId: string,
  eventGuid: RawBuilder<unknown>,
  address: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`exists (
  select from event_attendees invited where invited.workspace_id = ${workspaceId}
    and invited.event_guid = ${eventGuid} and invited.email_folded in (
      select ${address}
      union all
      select other.email_folded from addresses own
      join addresses other on other.workspace_id = own.workspace_id and other.user_id = own.user_id
      where own.workspace_id = ${workspaceId} and own.email_folded = ${address}))`
