/** Legal hold: while there is one, nothing that it covers is deleted (decision 51). */
import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/db.ts'

/**
 * Whether the workspace is under legal hold, or a person under hold attended the note, created it, started one of its
 * recordings or is named as its participant, wrote one of its decisions, or created or was assigned one of its items.
 * While anybody is under hold, a note with former texts is covered too: the change may have removed that person.
 * @param note  the alias of `notes` in the query
 */
export function isHeld(note: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${note}.${column}`)
  return sql`(exists (select from workspaces where id = ${of('workspace_id')} and legal_hold is not null)
    or exists (select from users held where held.workspace_id = ${of('workspace_id')} and held.legal_hold is not null
      and (held.id = ${of('created_by')}
        or exists (select from former_texts kept where kept.workspace_id = held.workspace_id and kept.note_id = ${of('id')})
        or exists (select from decisions decision where decision.workspace_id = held.workspace_id
          and decision.note_id = ${of('id')} and decision.made_by = held.id)
        or exists (select from event_people attendee where attendee.workspace_id = held.workspace_id
          and attendee.event_guid = ${of('event_guid')} and attendee.user_id = held.id)
        or exists (select from recordings recorded where recorded.workspace_id = held.workspace_id
          and recorded.note_id = ${of('id')}
          and (recorded.started_by = held.id or ${isParticipant('recorded', 'held')}))))
    or exists (select from action_items item where item.workspace_id = ${of('workspace_id')}
      and item.note_id = ${of('id')} and ${isItemHeld('item')}))`
}

/**
 * Whether the participants of a recording, as an upload named them, include the person.
 * @param recording  the alias of `recordings` in the query; `person` is that of `users`
 */
function isParticipant(recording: string, person: string): RawBuilder<boolean> {
  const facts = sql.ref(`${recording}.facts`)
  // The collation folds ASCII only, whatever the locale of the database.
  return sql`(${facts}::text <> '{}' and exists (select from json_array_elements(${facts} -> 'participants') participant
    join addresses own on participant ->> 'email' = own.email
      or lower((participant ->> 'email') collate "C") = own.email_folded
    where own.workspace_id = ${sql.ref(`${person}.workspace_id`)} and own.user_id = ${sql.ref(`${person}.id`)}))`
}

/**
 * Whether a person under hold created the item or was assigned to it, or the item has no note but former texts while
 * anybody is under hold.
 * @param item  the alias of `action_items` in the query
 */
export function isItemHeld(item: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${item}.${column}`)
  return sql`exists (select from users held where held.workspace_id = ${of('workspace_id')}
    and held.legal_hold is not null and (held.id = ${of('created_by')} or exists (
      select from action_item_assignees assignee where assignee.workspace_id = ${of('workspace_id')}
        and assignee.item_id = ${of('id')} and assignee.user_id = held.id)
      or exists (select from former_texts kept where kept.workspace_id = held.workspace_id
        and kept.thing_id = ${of('id')} and kept.note_id is null)))`
}

/**
 * @throws {ApiError} 409 while the note is covered. Call it in the transaction that deletes, under the workspace's lock
 */
export async function requireNoHold(db: Db, workspaceId: string, noteId: string, what: string): Promise<void> {
  const { rows } = await sql`
    select from notes note where note.workspace_id = ${workspaceId} and note.id = ${noteId} and ${isHeld('note')}`.execute(
    db,
  )
  if (rows.length > 0) throw underHold(what)
}

/** Whether nothing in the workspace is covered. */
export const nothingHeld = (workspaceId: string): RawBuilder<boolean> => sql`not exists (
  select from workspaces where id = ${workspaceId} and (legal_hold is not null or exists (
    select from users where workspace_id = ${workspaceId} and users.legal_hold is not null)))`

export async function isNothingHeld(db: Db, workspaceId: string): Promise<boolean> {
  const { rows } = await sql`select where ${nothingHeld(workspaceId)}`.execute(db)
  return rows.length > 0
}

/**
 * Whether an erasure would change what is covered: the person, the workspace, or a meeting, a note, a recording or an
 * item that the person has in common with somebody under hold. A recording is also theirs if they started it or are
 * named as a participant, whether or not they see it.
 */
export async function isErasureHeld(db: Db, workspaceId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from users person where person.workspace_id = ${workspaceId} and person.id = ${userId} and (
      person.legal_hold is not null
      or exists (select from workspaces where id = person.workspace_id and legal_hold is not null)
      or exists (select from users where users.workspace_id = person.workspace_id and users.legal_hold is not null)
        and (exists (select from person_sight seen
          join notes note on note.workspace_id = seen.workspace_id and note.id = seen.id
          where seen.workspace_id = ${workspaceId} and seen.user_id = ${userId} and seen.kind = 'note' and ${isHeld('note')})
        or exists (select from person_sight seen
          join recordings recording on recording.workspace_id = seen.workspace_id and recording.id = seen.id
          join notes note on note.workspace_id = recording.workspace_id and note.id = recording.note_id
          where seen.workspace_id = ${workspaceId} and seen.user_id = ${userId} and seen.kind = 'recording' and ${isHeld('note')})
        or exists (select from action_item_assignees given
          join action_items item on item.workspace_id = given.workspace_id and item.id = given.item_id
          left join notes note on note.workspace_id = item.workspace_id and note.id = item.note_id
          where given.workspace_id = ${workspaceId} and given.user_id = ${userId}
            and (${isItemHeld('item')} or ${isHeld('note')}))
        or exists (select from action_items item where item.workspace_id = ${workspaceId}
          and item.created_by = ${userId} and item.note_id is null and ${isItemHeld('item')})
        or exists (select from event_people own
          join event_people other on other.workspace_id = own.workspace_id and other.event_guid = own.event_guid
          join users held on held.workspace_id = other.workspace_id and held.id = other.user_id
          where own.workspace_id = ${workspaceId} and own.user_id = ${userId} and held.legal_hold is not null)
        or exists (select from recordings recording
          join notes note on note.workspace_id = recording.workspace_id and note.id = recording.note_id
          where recording.workspace_id = ${workspaceId}
            and (recording.started_by = ${userId} or ${isParticipant('recording', 'person')}) and ${isHeld('note')})))`.execute(
    db,
  )
  return rows.length > 0
}

export const underHold = (what: string) =>
  new ApiError(409, `${what} is under legal hold; an administrator has to lift the hold first`)
