/**
 * The rows that lists of action items read: the few that may be on the page, not the whole workspace (decision 24 on
 * item sight).
 */
import { type RawBuilder, sql } from 'kysely'
import type { Caller, Reader } from '../../people/caller/caller.ts'
import { editableNotes } from '../../people/sight/editable.ts'
import { isInSight, isSeen } from '../../people/sight/visible.ts'
import { type Db, decisive, probe } from '../../platform/postgres/db.ts'
import type { ActionItemRow } from '../../platform/postgres/tables.ts'
import { addressesLike, areInvited } from '../lists/is-invited.ts'

/** Rows of action_items, to be named `item`. */
export type ItemSource = RawBuilder<ActionItemRow>

/** All items, for super admins. */
export const allItems: ItemSource = sql`action_items`

const columns = sql.raw(
  ['workspace_id, id, note_id, text, completion_type, status, wont_do, completed_by, due_date, ai_generated']
    .concat('recording_offset, links, created_by, created_at, updated_at')
    .join(', ')
    .replace(/\w+/g, 'item.$&'),
)

export const assignedItems = ({ workspace }: Reader, userId: string): ItemSource => sql`(
  select ${columns} from action_item_assignees assignee
  join action_items item on item.workspace_id = assignee.workspace_id and item.id = assignee.item_id
  where assignee.workspace_id = ${workspace.id} and assignee.user_id = ${userId})`

/** The items of this person that the caller sees. The cost grows with the number of the person's items. */
export const seenItemsOf = (caller: Reader, userId: string): ItemSource => sql`(
  select ${columns} from ${assignedItems(caller, userId)} item
  where ${caller.superAdmin ? sql`true` : itemVisible(caller)})`

/** The items with a link to this address that the caller sees. The cost grows with the number of these items. */
export const linkedItems = (caller: Reader, url: string): ItemSource => sql`(
  select ${columns} from (select * from action_items linked
    where linked.workspace_id = ${caller.workspace.id} and linked.links <> '[]'
      and link_keys(linked.workspace_id, linked.links) @> array[md5(${`${caller.workspace.id} ${url}`})] offset 0) item
  where ${isLinkedTo(url)} and ${caller.superAdmin ? sql`true` : itemVisible(caller)})`

export const isLinkedTo = (url: string): RawBuilder<boolean> => sql`item.links @> ${JSON.stringify([{ url }])}::jsonb`

/**
 * All items that the caller sees, without duplicates: those in their notes, those assigned to them elsewhere, and their
 * own without a note. The cost grows with the number of items that they see.
 */
export const seenItems = ({ workspace, user }: Reader): ItemSource => sql`(
  select ${columns} from (select distinct id from person_sight
    where workspace_id = ${workspace.id} and user_id = ${user.id} and kind = 'note') seen
  join action_items item on item.workspace_id = ${workspace.id} and item.note_id = seen.id
  union all
  select ${columns} from action_item_assignees assignee
  join action_items item on item.workspace_id = assignee.workspace_id and item.id = assignee.item_id
  where assignee.workspace_id = ${workspace.id} and assignee.user_id = ${user.id}
    and not ${isInSight('note', { workspaceId: sql`item.workspace_id`, id: sql`item.note_id`, person: user.id })}
  union all
  select ${columns} from action_items item
  where item.workspace_id = ${workspace.id} and item.created_by = ${user.id} and item.note_id is null
    and not exists (select from action_item_assignees assignee where assignee.workspace_id = item.workspace_id
      and assignee.item_id = item.id and assignee.user_id = ${user.id}))`

/**
 * The items in those notes of a series that the caller sees. Items that are assigned to the caller in other notes of
 * the series are left out, because the caller may not know the series of these notes. The cost grows with the series:
 * without `offset 0` PostgreSQL may go through all items of the workspace in the order of the list (6.7 s instead of 1.8
 * for a series of 40,000 notes among 200,000).
 */
export const seriesItems = (caller: Reader, seriesId: string): ItemSource => sql`(
  select ${columns} from notes note
  join action_items item on item.workspace_id = note.workspace_id and item.note_id = note.id
  where note.workspace_id = ${caller.workspace.id} and note.series_id = ${decisive(seriesId)}
    and ${isSeen('note', caller, sql`note.id`)} offset 0)`

/**
 * The items in the notes of those meetings to which this person is invited, as far as the caller sees these notes. The cost
 * grows with these meetings.
 */
export const itemsWith = (caller: Caller, address: string): ItemSource => sql`(
  select ${columns} from (select distinct event_guid from event_attendees where workspace_id = ${caller.workspace.id}
    and email_folded = any(${addressesLike(caller.workspace.id, sql`${address}::text`)})) invited
  join notes note on note.workspace_id = ${caller.workspace.id} and note.event_guid = invited.event_guid
  join action_items item on item.workspace_id = note.workspace_id and item.note_id = note.id
  where ${isSeen('note', caller, sql`note.id`)} offset 0)`

/** Whether these people are invited to the meeting of the item's note. Nobody learns it of a note that they do not see. */
export const isOfMeetingWith = (caller: Caller, addresses: string[]): RawBuilder<boolean> => sql`exists (
  select from notes note where note.workspace_id = item.workspace_id and note.id = item.note_id
    and ${isSeen('note', caller, sql`note.id`)} and ${areInvited(caller.workspace.id, sql`note.event_guid`, addresses)})`

/** The items in notes that the caller may edit, and their own without a note. The cost grows with the number of these. */
export const editableItems = (caller: Caller): ItemSource => sql`(
  select ${columns} from ${editableNotes(caller)} note
  join action_items item on item.workspace_id = ${caller.workspace.id} and item.note_id = note.note_id
  union all
  select ${columns} from action_items item
  where item.workspace_id = ${caller.workspace.id} and item.created_by = ${caller.user.id} and item.note_id is null)`

/**
 * How many items of the workspace `nearItems` reads. For a caller who sees a large part of the workspace they contain a
 * full page; other callers see few items, so reading all of these is cheap.
 */
export const itemLimits = { near: 1_000 }

/** Where a list begins, and its order. */
export type ItemRange = { from: RawBuilder<boolean>; order: RawBuilder<unknown> }

const itemsFrom = ({ workspace }: Reader, { from, order }: ItemRange) => sql`
  select ${columns} from action_items item where item.workspace_id = ${workspace.id} and ${from} order by ${order}`

/** Of the first items of the workspace, in list order, those that the caller may see, or edit. */
export const nearItems = (caller: Reader, range: ItemRange, isTheirs: RawBuilder<boolean>): ItemSource => sql`(
  select ${columns} from (${itemsFrom(caller, range)} limit ${sql.lit(itemLimits.near)}) item where ${isTheirs})`

/** Whether `nearItems` reads all items of the range. */
export async function areAllNear(db: Db, caller: Reader, range: ItemRange): Promise<boolean> {
  const { rows } = await sql<{ near: boolean }>`
    select not exists (${itemsFrom(caller, range)} offset ${sql.lit(itemLimits.near)}) as near`.execute(db)
  return rows[0]!.near
}

/** True if the caller sees the row `item`. */
export const itemVisible = ({ user }: Reader): RawBuilder<boolean> => sql`(
  (item.note_id is null and item.created_by = ${user.id})
  or ${isInSight('note', { workspaceId: sql`item.workspace_id`, id: sql`item.note_id`, person: user.id })}
  or ${probe(sql`select from action_item_assignees assignee where assignee.workspace_id = item.workspace_id
    and assignee.item_id = item.id and assignee.user_id = ${user.id}`)})`
