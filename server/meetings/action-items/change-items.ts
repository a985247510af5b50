/**
 * Changes action items, many at once, in the caller's transaction. Only this file writes them, for the routes of this
 * room and for agendas (decisions 21 on native markup, 23, 26 on the window). The number of statements does not depend
 * on the number of items. The caller checks the rights.
 */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { keepFormerTexts } from '../../people/privacy/former-texts.ts'
import { newId } from '../../platform/id.ts'
import type { ItemLink } from '../../platform/postgres/column-types.ts'
import { asRows, type Tx } from '../../platform/postgres/db.ts'
import type { ActionItemRow } from '../../platform/postgres/tables.ts'
import { type HoldOptions, openHolds } from './hold.ts'
import { assigneeIds } from './list-items.ts'
import { type Action, act, type ItemState } from './status.ts'

/** The fields that people write; `assignees` are ids without duplicates, in display order. */
type ItemContent = Pick<ActionItemRow, 'text' | 'due_date' | 'completion_type' | 'links'> & { assignees: string[] }

/** `action` applies last, so with the new assignees and completion type. An item without `id` gets a new one. */
export type NewItem = Omit<ItemContent, 'links'> & {
  id?: string
  ai_generated?: boolean
  recording_offset?: number | null
  links?: ItemLink[]
  action?: Action
}
export type ItemChange = { id: string; action?: Action } & Partial<ItemContent>

/**
 * `actorId` makes the change; null for the operator, who creates and removes items but takes no action. `noteId` is the
 * note of the created items. A `quiet` change opens no window, so no event is sent. With `isRename` the words follow a renamed
 * speaker, so people have not changed the items.
 */
export type ChangeOptions = HoldOptions & {
  actorId: string | null
  noteId: string | null
  quiet?: boolean
  isRename?: boolean
}

type Item = ItemContent & ItemState & { id: string }

const writtenIn = ({ text, due_date, completion_type, assignees, links }: Item): ItemContent => {
  return { text, due_date, completion_type, assignees, links }
}

/**
 * An item that would stay the same is not written and keeps `updated_at`; a deleted one is skipped.
 * The caller writes the blocks of the note's agenda.
 * @returns the ids of the created items, in the given order
 */
export async function changeItems(
  tx: Tx,
  change: ChangeOptions,
  { created = [], changed = [], removed = [] }: { created?: NewItem[]; changed?: ItemChange[]; removed?: string[] },
): Promise<string[]> {
  const { workspaceId, actorId, now } = change
  const changedIds = changed.map(({ id }) => id)
  await lockItems(tx, workspaceId, [...changedIds, ...removed])
  const stored = await readItems(tx, workspaceId, changedIds)
  const deactivated = await findDeactivated(tx, workspaceId, [
    ...created,
    ...changed.map(({ id, action, assignees = stored.get(id)?.assignees }) => ({ action, assignees })),
  ])
  const updates = changed.flatMap((wanted) => {
    const before = stored.get(wanted.id)
    const after = before && alter(before, wanted, actorId, deactivated)
    return after && !isDeepStrictEqual(before, after) ? [{ before, after }] : []
  })
  const rewritten = updates
    .filter(({ before, after }) => !isDeepStrictEqual(writtenIn(before), writtenIn(after)))
    .map(({ before }) => before)
  if (rewritten.length > 0 || removed.length > 0)
    await keepFormerTexts(tx, { workspaceId, userId: actorId, now }, async () => {
      const gone = await readItems(tx, workspaceId, removed)
      return [...rewritten, ...gone.values()].map(({ id, ...former }) => {
        return { kind: 'action_item', id, what: 'item', former }
      })
    })
  const fresh = created.map((item) => make(change, item, deactivated))
  const updated = updates.map(({ after }) => after)
  await removeItems(tx, workspaceId, removed)
  await insertItems(tx, change, fresh)
  await updateItems(tx, change, updated)
  const reassigned = updates.filter(({ before, after }) => !isDeepStrictEqual(before.assignees, after.assignees))
  await replaceAssignees(tx, workspaceId, [...fresh, ...reassigned.map(({ after }) => after)])
  if (change.quiet) return fresh.map(({ id }) => id)
  await openHolds(tx, change, [
    ...fresh.map(({ id }) => ({ item_id: id, status: 'Incomplete' as const, assignees: [] })),
    ...updates.map(({ before: { id, status, assignees } }) => ({ item_id: id, status, assignees })),
  ])
  return fresh.map(({ id }) => id)
}

/**
 * Locks items until the end of the transaction. The notes are locked first, as agenda writers do, then the items, each
 * kind in the order of ids. So two transactions cannot deadlock.
 */
export async function lockItems(tx: Tx, workspaceId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`select from notes where workspace_id = ${workspaceId} and id in (
      select note_id from action_items where workspace_id = ${workspaceId} and id = any(${ids}))
    order by id for no key update`.execute(tx)
  await sql`select from action_items where workspace_id = ${workspaceId} and id = any(${ids})
    order by id for no key update`.execute(tx)
}

/** Reads in a separate statement after the lock: a statement that waited for a lock would see the old assignees. */
async function readItems(tx: Tx, workspaceId: string, ids: string[]): Promise<Map<string, Item>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('action_items as item')
    .select(['item.id', 'item.text', 'item.due_date', 'item.completion_type', 'item.links'])
    .select(['item.status', 'item.wont_do', 'item.completed_by', assigneeIds.as('assignees')])
    .where('item.workspace_id', '=', workspaceId)
    .where(sql<boolean>`item.id = any(${ids})`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Finds deactivated people among the assignees of items that are being completed. */
async function findDeactivated(
  tx: Tx,
  workspaceId: string,
  items: { action?: Action; assignees?: string[] }[],
): Promise<Set<string>> {
  const completed = items.filter(({ action }) => action === 'complete')
  const assignees = [...new Set(completed.flatMap(({ assignees = [] }) => assignees))]
  if (assignees.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from users where workspace_id = ${workspaceId} and id = any(${assignees}) and not active`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

function make(
  { actorId, now }: ChangeOptions,
  { id = newId('ai', now), action, links = [], ...content }: NewItem,
  deactivated: Set<string>,
) {
  const state: ItemState = { status: 'Incomplete', wont_do: false, completed_by: [] }
  const item = { ...content, ...state, links, id }
  return action ? { ...item, ...act(item, action, actorId!, deactivated) } : item
}

/** Fields that are not given stay. */
function alter<I extends Item>(
  item: I,
  change: Omit<ItemChange, 'id'>,
  actorId: string | null,
  deactivated: Set<string>,
): I {
  const { text = item.text, due_date = item.due_date } = change
  const { completion_type = item.completion_type, assignees = item.assignees, links = item.links } = change
  const altered = { ...item, text, due_date, completion_type, assignees, links }
  return change.action ? { ...altered, ...act(altered, change.action, actorId!, deactivated) } : altered
}

async function removeItems(tx: Tx, workspaceId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from action_items where workspace_id = ${workspaceId} and id = any(${ids})`.execute(tx)
}

async function insertItems(
  tx: Tx,
  { workspaceId, noteId, actorId, now }: ChangeOptions,
  items: (Item & NewItem)[],
): Promise<void> {
  if (items.length === 0) return
  const rows = items.map(({ ai_generated = false, recording_offset = null, ...item }) => ({
    ...item,
    workspace_id: workspaceId,
    note_id: noteId,
    created_by: actorId,
    created_at: now,
    updated_at: now,
    ai_generated,
    recording_offset,
  }))
  const columns = sql.raw(
    `workspace_id, id, note_id, text, completion_type, status, wont_do, completed_by, due_date, ai_generated,
    recording_offset, links, created_by, created_at, updated_at`,
  )
  await sql`insert into action_items (${columns}) select ${columns} from ${asRows('action_items', rows)}`.execute(tx)
}

/** If an imported item has `created_at` later than now, `updated_at` is that time. */
async function updateItems(
  tx: Tx,
  { workspaceId, now, isRename = false }: ChangeOptions,
  items: Item[],
): Promise<void> {
  if (items.length === 0) return
  await sql`
    update action_items item
    set text = changed.text, due_date = changed.due_date, completion_type = changed.completion_type,
      status = changed.status, wont_do = changed.wont_do, completed_by = changed.completed_by, links = changed.links,
      changed_by_people = item.changed_by_people or ${!isRename},
      updated_at = greatest(item.created_at, ${now}::timestamptz)
    from ${asRows('action_items', items)} changed
    where item.workspace_id = ${workspaceId} and item.id = changed.id`.execute(tx)
}

async function replaceAssignees(tx: Tx, workspaceId: string, items: Item[]): Promise<void> {
  if (items.length === 0) return
  const ids = items.map(({ id }) => id)
  await sql`delete from action_item_assignees where workspace_id = ${workspaceId} and item_id = any(${ids})`.execute(tx)
  const rows = items.flatMap(({ id, assignees }) =>
    assignees.map((user_id, position) => ({ workspace_id: workspaceId, item_id: id, user_id, position })),
  )
  await sql`
    insert into action_item_assignees (workspace_id, item_id, user_id, position)
    select workspace_id, item_id, user_id, position from ${asRows('action_item_assignees', rows)}`.execute(tx)
}
