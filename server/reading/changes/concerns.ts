/** Whom a change concerns (decision 45): one caller, as conditions in SQL over a row of `changes`; or which of many people. */
import { type RawBuilder, sql } from 'kysely'
import { itemVisible } from '../../meetings/action-items/item-sources.ts'
import { decisionVisible } from '../../meetings/decisions/read-decisions.ts'
import type { Caller } from '../../people/caller/caller.ts'
import { isInSight, namesOf, type PublishableKind } from '../../people/sight/visible.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { planAnew } from '../../platform/postgres/preparing-client.ts'

/** Whether the caller sees the thing of the row `change` now. */
export function sees(caller: Caller): RawBuilder<boolean> {
  return sql`case change.kind
    when 'note' then ${seesNoteOrRecording(caller, 'note')}
    when 'recording' then ${seesNoteOrRecording(caller, 'recording')}
    when 'decision' then exists (select from decisions decision where decision.workspace_id = change.workspace_id
      and decision.id = change.id and ${decisionVisible(caller)})
    else exists (select from action_items item where item.workspace_id = change.workspace_id and item.id = change.id
      and ${caller.superAdmin ? sql`true` : itemVisible(caller)}) end`
}

function seesNoteOrRecording(caller: Caller, kind: PublishableKind): RawBuilder<boolean> {
  const thing = { workspaceId: sql.ref('change.workspace_id'), id: sql.ref('change.id'), person: caller.user.id }
  if (!caller.superAdmin) return isInSight(kind, thing)
  return sql`exists (select from ${namesOf(kind).things} thing
    where thing.workspace_id = change.workspace_id and thing.id = change.id)`
}

/**
 * Whether a row about a thing concerns the caller; `sees` says whether they see it now. If they do not, the row concerns
 * those who lost sight of it: for them the thing is gone. A super admin sees everything that exists.
 */
export function concerns({ workspace, user, superAdmin }: Caller, row: RawBuilder<unknown>): RawBuilder<boolean> {
  if (superAdmin) return sql`(not sees or ${row}.people is null and ${row}.channel_id is null)`
  const channel = sql`${row}.channel_id`
  const isMember = sql`exists (select from channel_members member where member.workspace_id = ${workspace.id}
    and member.channel_id = ${channel} and member.user_id = ${user.id})`
  const wasRead = wasThere(workspace.id, row, { kind: sql`${row}.kind`, id: sql`${row}.id`, channel })
  const wasMember = wasThere(workspace.id, row, { kind: sql`'membership'`, id: sql`${user.id}`, channel })
  return sql`case
    when ${row}.people is not null then ${user.id} = any(${row}.people) and (sees or coalesce(${row}.sight = 'lost', false))
    when ${channel} is null then sees
    when ${row}.sight = 'lost' then not sees and ${wasRead} and coalesce(${wasMember}, ${isMember})
    else sees and ${isMember} end`
}

/**
 * Whether a channel had a thing, or a member, before the transaction of a row: what it lost first since then, it had; what it
 * gained first, it had not. Null if neither happened since: then it is as it is now. Changes without a number come last.
 */
export function wasThere(
  workspaceId: string,
  row: RawBuilder<unknown>,
  { kind, id, channel }: { kind: RawBuilder<unknown>; id: RawBuilder<unknown>; channel: RawBuilder<unknown> },
): RawBuilder<boolean | null> {
  return sql`(select since.sight = 'lost' from (
      select number, 0 as written, sight from changes
      where workspace_id = ${workspaceId} and kind = ${kind} and id = ${id} and channel_id = ${channel}
        and (number > ${row}.number or transaction = ${row}.transaction)
      union all
      select null, written, sight from unnumbered_changes
      where workspace_id = ${workspaceId} and kind = ${kind} and channel_id = ${channel} and ${id} = any(id || also)
    ) since where since.sight is not null order by since.number nulls last, since.written limit 1)`
}

/**
 * Which of some people the changes of a workspace may concern: those who see a changed thing now, and those whom a row
 * names. It starts at the changed things, so that its cost does not grow with what these people see.
 * @param range  changes after the one number, up to the other, `most` of them
 * @returns `until`: the number of the last change that was looked at
 */
export async function findConcerned(
  db: Db,
  workspaceId: string,
  { after, last, most }: { after: number; last: number; most: number },
  people: string[],
): Promise<{ concerned: Set<string>; until: number }> {
  // An item is seen by those who see its note, and by its assignees; one without a note by the person who made it. A decision
  // is seen by those who see its recording, or its note. With
  // `offset 0` the waiting members of each channel are looked up: three changed notes of 1,000 read 13 pages while 1,000
  // people wait, and 4,013 by a plain join.
  const { rows } = await sql<{ until: string; concerned: string[] }>`
    with changed as materialized (
      select number, kind, id, people, channel_id from changes
      where workspace_id = ${workspaceId} and number > ${after} and number <= ${last}
      order by number limit ${sql.lit(most)}
    ), for_everyone as (
      select kind, id from changed where people is null and channel_id is null
    ), readers (person, channel) as materialized (
      select unnest(people), null from changed where people is not null
      union
      select case kind when 'membership' then id end, case when kind <> 'membership' then channel_id end
      from changed where channel_id is not null
      union
      select case reader_kind when 'person' then reader_id end, case reader_kind when 'channel' then reader_id end
      from for_everyone thing join sight on sight.workspace_id = ${workspaceId}
        and sight.kind = case thing.kind when 'recording' then 'recording' when 'decision' then (
          select source_kind from decisions where workspace_id = ${workspaceId} and id = thing.id) else 'note' end
        and sight.id = case thing.kind when 'action_item' then (
          select note_id from action_items where workspace_id = ${workspaceId} and id = thing.id) when 'decision' then (
          select source_id from decisions where workspace_id = ${workspaceId} and id = thing.id) else thing.id end
      union
      select assignee.user_id, null from for_everyone thing join action_item_assignees assignee
        on assignee.workspace_id = ${workspaceId} and assignee.item_id = thing.id
      where thing.kind = 'action_item'
      union
      select item.created_by, null from for_everyone thing join action_items item
        on item.workspace_id = ${workspaceId} and item.id = thing.id and item.note_id is null
      where thing.kind = 'action_item'
    ), waiting as (select unnest(${people}::text[]) as user_id),
    -- Who has left or joined a channel since is no reader now, and was one.
    moved (person, channel) as (
      select unnest(id || also), channel_id from unnumbered_changes
      where workspace_id = ${workspaceId} and kind = 'membership'
      union
      select id, channel_id from changes
      where workspace_id = ${workspaceId} and number > ${after} and kind = 'membership')
    select (select max(number) from changed) as until, array(
      select user_id from waiting where user_id in (select person from readers)
      union
      select member.user_id from readers cross join lateral (
        select member.user_id from waiting join channel_members member on member.workspace_id = ${workspaceId}
          and member.channel_id = readers.channel and member.user_id = waiting.user_id offset 0) member
      where readers.channel is not null
      union
      select user_id from waiting where user_id in (
        select person from moved where channel in (select channel from readers))
    ) as concerned ${planAnew}`.execute(db)
  return { concerned: new Set(rows[0]!.concerned), until: Number(rows[0]!.until ?? last) }
}
