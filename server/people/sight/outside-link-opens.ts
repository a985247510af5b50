/** When a link for people without an account opens something (decision 57). Nothing of it is stored. */
import { type RawBuilder, sql } from 'kysely'

/**
 * True in a query over `outside_links link`: it has not expired, who made it is active and attends, so may share it, and
 * the workspace has such links switched on.
 */
export const linkOpens = (now: Date): RawBuilder<boolean> => sql<boolean>`(link.expires_at > ${now} and ${mayOpen})`

/** The same without the expiry. */
export const mayOpen = sql<boolean>`(
  exists (select from workspaces workspace where workspace.id = link.workspace_id and workspace.outside_links)
  and exists (select from users maker where maker.workspace_id = link.workspace_id and maker.id = link.user_id
    and maker.active)
  and case when link.note_id is null
    then exists (select from recording_attendees attendee where attendee.workspace_id = link.workspace_id
      and attendee.recording_id = link.recording_id and attendee.user_id = link.user_id)
    else exists (select from note_attendees attendee where attendee.workspace_id = link.workspace_id
      and attendee.note_id = link.note_id and attendee.user_id = link.user_id) end)`

/** In a query over `outside_links link`: the workspace keeps transcripts and media. */
export const keepsMeetings = sql<boolean>`exists (select from workspaces workspace
  where workspace.id = link.workspace_id and workspace.retention <> 'zero_day')`
