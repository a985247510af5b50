/** Whom a change concerns, as conditions in SQL over a row of `changes` (decision 45). */
import { type RawBuilder, sql } from 'kysely'
import { itemVisible } from '../../meetings/action-items/item-sources.ts'
import type { Caller } from '../../people/caller/caller.ts'
import { isInSight, namesOf, type PublishableKind } from '../../people/sight/visible.ts'

/** Whether the caller sees the thing of the row `change` now. */
export function sees(caller: Caller): RawBuilder<boolean> {
  return sql`case change.kind
    when 'note' then ${seesNoteOrRecording(caller, 'note')}
    when 'recording' then ${seesNoteOrRecording(caller, 'recording')}
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
