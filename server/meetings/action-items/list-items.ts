/** Action items as a caller sees them (decisions 23, 24). */
import { type RawBuilder, sql } from 'kysely'
import { findPeople } from '../../people/accounts/find-people.ts'
import type { Acting, Caller, Person } from '../../people/caller/caller.ts'
import { noteEditable } from '../../people/sight/editable.ts'
import { notFound } from '../../platform/errors.ts'
import { isSelective, readDates, withinDates } from '../../platform/http/filters.ts'
import { isAfter, limitOf, type Page, type PageRequest, toPage } from '../../platform/http/page.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { planAnew } from '../../platform/postgres/preparing-client.ts'
import { isStorable } from '../../platform/text.ts'
import { addressesIn } from '../lists/searches.ts'
import {
  allItems,
  areAllNear,
  assignedItems,
  editableItems,
  type ItemSource,
  isLinkedTo,
  isOfMeetingWith,
  itemsWith,
  itemVisible,
  linkedItems,
  nearItems,
  seenItems,
  seenItemsOf,
  seriesItems,
} from './item-sources.ts'
import { type ItemFilters, type ItemOrder, itemStatuses } from './schemas.ts'

export type ItemView = Awaited<ReturnType<typeof getItem>>

/** What an agenda prints of an item (decision 21 on native markup). */
export type AgendaItem = Pick<ItemView, 'text' | 'due_date' | 'status' | 'completion_type'> & { assignees: string[] }

/** The items of the caller's notes, their own and those assigned to them. */
export async function listItems(db: Db, caller: Caller, request: ItemRequest): Promise<Page<ItemView>> {
  const { filters, order, page } = request
  const assignee = await findAssignee(db, caller, filters)
  const invited = addressesIn(filters)
  const select = (source: ItemSource) => selectPage(db, caller, request, source, assignee).execute()
  const rows = await (async () => {
    if (filters.series_id != null) return select(seriesItems(caller, filters.series_id))
    if (filters.link_url != null) return select(linkedItems(caller, filters.link_url))
    if (filters.scope === 'assigned_to_me') return select(assignedItems(caller, caller.user.id))
    if (assignee !== null) return select(seenItemsOf(caller, assignee))
    if (invited.length > 0) return select(itemsWith(caller, invited[0]!))
    if (filters.scope === 'assigned_to_others') {
      return selectNear(db, caller, request, { isTheirs: editable(caller), all: editableItems(caller) })
    }
    if (caller.superAdmin) return select(allItems)
    return selectNear(db, caller, request, { isTheirs: itemVisible(caller), all: seenItems(caller) })
  })()
  return toPage(itemList(order), page, rows, orders[order].position)
}

/** @returns the id of the person that the filter names; of an unknown one no id that anybody has */
async function findAssignee(db: Db, { workspace }: Caller, { assignee }: ItemFilters): Promise<string | null> {
  if (assignee == null) return null
  return (await findPeople(db, workspace.id, [assignee])).get(assignee)?.id ?? ''
}

type Theirs = { isTheirs: RawBuilder<boolean>; all: ItemSource }

/** Reads the first items of the list; reads `all` items of the caller only if the first ones do not fill a page. */
async function selectNear(db: Db, caller: Caller, request: ItemRequest, { isTheirs, all }: Theirs) {
  const select = (source: ItemSource) => selectPage(db, caller, request, source).execute()
  if (request.filters.note_id != null) return select(all)
  const range = { from: startOf(request), order: orders[request.order].by }
  const near = await select(nearItems(caller, range, isTheirs))
  return near.length > request.page.size || (await areAllNear(db, caller, range)) ? near : select(all)
}

type ItemRequest = { filters: ItemFilters; order: ItemOrder; page: PageRequest }

function selectPage(db: Db, caller: Caller, request: ItemRequest, source: ItemSource, assignee: string | null = null) {
  const { filters, order, page } = request
  let query = selectItems(db, caller, source).where(startOf(request))
  if (filters.note_id != null) query = query.where('item.note_id', '=', filters.note_id)
  if (assignee !== null) query = query.where(assignedTo(assignee))
  const invited = addressesIn(filters)
  if (invited.length > 0) query = query.where(isOfMeetingWith(caller, invited))
  if (filters.link_url != null) query = query.where(isLinkedTo(filters.link_url))
  if (filters.ai_detected != null) query = query.where('item.ai_generated', '=', filters.ai_detected)
  // An item that AI notes found is always accepted, and nothing else is.
  if (filters.ai_suggestion_accepted_by_user === true) query = query.where('item.ai_generated', '=', true)
  if (filters.ai_suggestion_accepted_by_user === false) query = query.where(sql<boolean>`false`)
  // Without these filters the source has only such items already.
  const isOfAll = [filters.series_id, filters.link_url, assignee].some((each) => each != null) || invited.length > 0
  if (filters.scope === 'assigned_to_me' && isOfAll) query = query.where(assignedTo(caller.user.id))
  if (filters.scope === 'assigned_to_others' && isOfAll) query = query.where(editable(caller))
  if (filters.scope === 'assigned_to_others') query = query.where(assignedToOthers(caller))
  if (filters.completed_for_me != null) query = query.where(isCompletedFor(caller, filters.completed_for_me))
  return query
    .orderBy(orders[order].by)
    .limit(limitOf(page))
    .$if(isSelective(filters), (query) => query.modifyEnd(planAnew))
}

/** The conditions that have indexes: the dates, the status, and the end of the page before. */
function startOf({ filters, order, page }: ItemRequest): RawBuilder<boolean> {
  const bounds = [...withinDates(readDates(filters), 'item.created_at', 'item.updated_at'), isOfState(filters)]
  if (page.after) bounds.push(orders[order].isAfter(page.after))
  return sql`${sql.join(bounds, sql` and `)}`
}

/** As literals, because a partial index has the items of one status. */
function isOfState({ completed, completed_for_me, archived }: ItemFilters): RawBuilder<boolean> {
  const left = itemStatuses.filter(
    (status) =>
      (completed == null || completed === (status === 'Done')) &&
      (completed_for_me !== false || status !== 'Done') &&
      (archived == null || archived === (status === 'Archived')),
  )
  if (left.length === itemStatuses.length) return sql`true`
  return left.length === 0 ? sql`false` : sql`item.status in (${sql.join(left.map((status) => sql.lit(status)))})`
}

/** The kind of list that a cursor belongs to. Each order has its own, because a position is valid in one order only. */
export const itemList = (order: ItemOrder) => `action_items_${order}`

/** @throws {ApiError} 404 for an item that is unknown, of another workspace, or not the caller's to see */
export async function getItem(db: Db, caller: Acting, id: string) {
  let query = selectItems(db, caller).where('item.id', '=', id)
  if (!caller.superAdmin) query = query.where(itemVisible(caller))
  const row = isStorable(id) ? await query.executeTakeFirst() : undefined
  if (!row) throw notFound('Action item')
  return row
}

/** The items of these notes that are to be done, the newest first. The caller sees the notes. */
export async function itemsToDo(db: Db, caller: Caller, noteIds: string[], most: number): Promise<ItemView[]> {
  if (noteIds.length === 0) return []
  return selectItems(db, caller)
    .where(sql<boolean>`item.note_id = any(${noteIds})`)
    .where('item.status', '=', 'Incomplete')
    .orderBy(orders.created_at_desc.by)
    .limit(most)
    .execute()
}

/** Whether the caller has the edit right for an item that they see (decision 24 on item sight). */
export async function mayEditItem(db: Db, caller: Acting, id: string): Promise<boolean> {
  const { edits } = await db
    .selectFrom('action_items as item')
    .select(editable(caller).as('edits'))
    .where('item.workspace_id', '=', caller.workspace.id)
    .where('item.id', '=', id)
    .executeTakeFirstOrThrow()
  return edits ?? false
}

/** The ids of an item's assignees, in the order that people gave. */
export const assigneeIds = sql<string[]>`array(select assignee.user_id from action_item_assignees assignee
  where assignee.workspace_id = item.workspace_id and assignee.item_id = item.id
  order by assignee.position)`

/** The items of these notes by id, as agendas print them. One query. */
export async function itemsOfNotes(db: Db, workspaceId: string, noteIds: string[]): Promise<Map<string, AgendaItem>> {
  if (noteIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('action_items as item')
    .select(['item.id', 'item.text', 'item.due_date', 'item.status', 'item.completion_type'])
    .select(assigneeIds.as('assignees'))
    .where('item.workspace_id', '=', workspaceId)
    .where(sql<boolean>`item.note_id = any(${noteIds})`)
    .execute()
  return new Map(rows.map(({ id, ...item }) => [id, item]))
}

function selectItems(db: Db, caller: Acting, source = allItems) {
  const assignees = sql<Person[]>`coalesce((
    select json_agg(json_build_object('id', person.id, 'email', person.email, 'full_name', person.full_name)
      order by assignee.position)
    from action_item_assignees assignee
    join users person on person.workspace_id = assignee.workspace_id and person.id = assignee.user_id
    where assignee.workspace_id = item.workspace_id and assignee.item_id = item.id), '[]')`
  return db
    .selectFrom(source.as('item'))
    .select(['item.id', 'item.text', 'item.completion_type', 'item.status', 'item.due_date', 'item.note_id'])
    .select(['item.ai_generated', 'item.completed_by', 'item.wont_do', 'item.recording_offset', 'item.links'])
    .select(['item.created_at', 'item.updated_at'])
    .select(assignees.as('assignees'))
    .where('item.workspace_id', '=', caller.workspace.id)
}

const editable = (caller: Acting) => sql<boolean>`
  case when item.note_id is null then item.created_by = ${caller.user.id}
  else ${noteEditable(caller, sql.ref('item.workspace_id'), sql.ref('item.note_id'))} end`

const isCompletedFor = ({ user }: Caller, completed: boolean) => sql<boolean>`(item.status = 'Done'
  or (item.completion_type = 'all' and ${user.id} = any(item.completed_by))) = ${sql.lit(completed)}`

const assignedTo = (userId: string) => sql<boolean>`
  exists (select from action_item_assignees assignee where assignee.workspace_id = item.workspace_id
    and assignee.item_id = item.id and assignee.user_id = ${userId})`

const assignedToOthers = (caller: Caller) => sql<boolean>`(
  exists (select from action_item_assignees assignee where assignee.workspace_id = item.workspace_id
    and assignee.item_id = item.id)
  and not ${assignedTo(caller.user.id)})`

type Order = {
  by: RawBuilder<unknown>
  isAfter(position: { time: Date; id: string }): RawBuilder<boolean>
  position(row: ItemView): { time: Date; id: string }
}

// Items without a due date come last: they sort after the last possible day.
const afterAllDays = '9999-12-31T23:59:59.999Z'
const dueMoment = sql`coalesce(item.due_date::timestamp at time zone 'UTC', ${sql.lit(afterAllDays)}::timestamptz)`

const orders: Record<ItemOrder, Order> = {
  created_at_desc: descending('created_at'),
  created_at_asc: ascending('created_at'),
  updated_at_desc: descending('updated_at'),
  updated_at_asc: ascending('updated_at'),
  due_date: {
    by: sql`${dueMoment}, item.id`,
    isAfter: ({ time, id }) => sql`(${dueMoment}, item.id) > (${time}::timestamptz, ${id}::text)`,
    position: (row) => ({ time: new Date(row.due_date ?? afterAllDays), id: row.id }),
  },
}

function descending(column: 'created_at' | 'updated_at'): Order {
  return {
    by: sql`${sql.ref(`item.${column}`)} desc, item.id desc`,
    isAfter: (position) => isAfter(`item.${column}`, 'item.id', position),
    position: (row) => ({ time: row[column], id: row.id }),
  }
}

function ascending(column: 'created_at' | 'updated_at'): Order {
  return {
    by: sql`${sql.ref(`item.${column}`)}, item.id`,
    isAfter: ({ time, id }) => sql`(${sql.ref(`item.${column}`)}, item.id) > (${time}::timestamptz, ${id}::text)`,
    position: (row) => ({ time: row[column], id: row.id }),
  }
}
