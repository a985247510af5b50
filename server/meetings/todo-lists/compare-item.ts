/** Compares one item with what the list has of it, in a transaction; the request that follows is sent after it. */
import { sql } from 'kysely'
import type { Acting } from '../../people/caller/caller.ts'
import { addressOf } from '../../people/caller/origin.ts'
import { isSeen } from '../../people/sight/visible.ts'
import type { Context } from '../../platform/context/context.ts'
import { ApiError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import type { TodoSeen, TodoText } from '../../platform/postgres/column-types.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { requireRoom } from '../action-items/append-to-agenda.ts'
import { type ItemChange, lockItems } from '../action-items/change-items.ts'
import { getItem, type ItemView, mayEditItem } from '../action-items/list-items.ts'
import { changeLocked, type ItemWriting } from '../action-items/write-items.ts'
import { type ListObject, uidOf } from './list-client.ts'
import { merge } from './merge.ts'
import type { Lease } from './schedule.ts'
import {
  isWhole,
  makeTodo,
  maxObjectBytes,
  type ReadTodo,
  readTodo,
  rewriteTodo,
  seen,
  summaryOf,
  TodoUnreadable,
  uidIn,
} from './todo-object.ts'

export type Comparing = Pick<Context, 'db' | 'clock' | 'jobs'> &
  Pick<ItemWriting, 'holdSeconds'> & { publicUrl: string }

/** What is to be sent: a new file or the removal. `etag` is of the version that goes; null if nothing is there. */
export type PendingWrite =
  | { kind: 'put'; uid: string; etag: string | null; file: string }
  | { kind: 'remove'; uid: string; etag: string }

/** What is stored of an item in a list (`todo_items`). */
type SyncState = { etag: string | null; known: TodoSeen | null; sent: TodoSeen | 'removed' | null }

/** One item of one person. `isGone`: the list said that it has it no more. */
type Compared = { tx: Tx; deps: Comparing; person: Acting; itemId: string; isGone: boolean }

/** Why it cannot be written there. `etag` is of the version that is there. */
export type Refusal = { problem: string; etag: string | null }

/** Characters of a text that comes from a list: as many as the API takes. */
const maxText = 10_000
const maxConflicts = 100

/**
 * Takes what changed there, and says what must be sent. What is to be sent is stored with it, so that the next comparison
 * knows it although the answer is lost.
 * @param object  what the list has; null if it has nothing, or was not asked
 * @param isGone  whether the list said that it was deleted there: nothing else archives an item
 * @returns null if there is nothing to send
 */
export async function compareItem(
  deps: Comparing,
  lease: Lease,
  itemId: string,
  object: ListObject,
  isGone: boolean,
): Promise<PendingWrite | null> {
  const { person } = lease
  return deps.db.transaction().execute(async (tx) => {
    const one = { tx, deps, person, itemId, isGone }
    await lockItems(tx, person.workspace.id, [itemId])
    if (!(await mayWrite(tx, lease))) return null
    // After the lock and before the item is read: what is written later is a change again.
    await forgetChanges(one)
    await sql`savepoint before_comparing`.execute(tx)
    try {
      return await compare(one, object)
    } catch (error) {
      const isOfItem = error instanceof TodoUnreadable || (error instanceof ApiError && error.status < 500)
      if (!isOfItem) throw error
      await sql`rollback to savepoint before_comparing`.execute(tx)
      await writeRefusal(one, { problem: error.message, etag: object?.etag ?? null })
      return null
    }
  })
}

async function compare(one: Compared, object: ListObject): Promise<PendingWrite | null> {
  const { person, itemId } = one
  const sync = await readSyncState(one)
  const item = await readAssigned(one)
  if (object === null) return item ? withoutObject(one, sync, item) : dropSyncState(one)
  if (object.file === 'too large') throw new TodoUnreadable(`it is larger than ${maxObjectBytes} bytes`)
  if (uidIn(object.file) !== uidOf(person, itemId))
    throw new TodoUnreadable('its UID is not the one that it was made with')
  if (object.etag === '') throw new TodoUnreadable('the server does not tell its version')
  if (!item) return remove(one, sync, object.etag)
  return withObject(one, sync, item, { etag: object.etag, file: object.file, there: readTodo(object.file) })
}

/** Nothing is there: it was deleted there, or was never sent. A done item is not sent, and stays done when it is tidied away. */
async function withoutObject(one: Compared, sync: SyncState | null, item: ItemView): Promise<PendingWrite | null> {
  const here = stateOf(one, item)
  if (here.done) return dropSyncState(one)
  if (sync?.etag != null && sync.sent !== 'removed') {
    if (!isAsKnown(sync, here)) await keepConflict(one, 'here', here, null)
    // A list that does not say that it was deleted lost it, for example with a backup of before: it is sent again.
    else if (one.isGone) return archive(one, item)
  }
  await writeSyncState(one, { etag: null, known: null, sent: seen(here) })
  const uid = uidOf(one.person, one.itemId)
  const file = makeTodo({ uid, ...(await describe(one, item)) }, here, one.deps.clock())
  return { kind: 'put', uid, etag: null, file }
}

type Read = { etag: string; file: string; there: ReadTodo }

async function withObject(
  one: Compared,
  sync: SyncState | null,
  item: ItemView,
  read: Read,
): Promise<PendingWrite | null> {
  const { deps } = one
  const { etag, file } = read
  const here = stateOf(one, item)
  // What will not be done is done with, if it is done here.
  const now = deps.clock()
  const changed_at = read.there.changed_at && new Date(Math.min(read.there.changed_at.getTime(), now.getTime()))
  const there = { ...read.there, changed_at, done: read.there.done || (read.there.isCancelled && here.done) }
  if (there.isCancelled && !here.done && isAsKnown(sync, here)) {
    await archive(one, item)
    return remove(one, sync, etag)
  }
  const sent = sync?.sent === 'removed' ? null : (sync?.sent ?? null)
  const sides = { here: { ...here, changed_at: item.updated_at }, there, known: sync?.known ?? sent, sent }
  const { taken, kept } = merge(sides)
  const after = await take(one, item, taken)
  const { text, due_date, done } = there
  if (kept !== null) {
    const isTaken = Object.keys(taken).length > 0
    await keepConflict(one, isTaken ? 'there' : 'here', here, { text: summaryOf(text), due_date, done })
  }
  const [known, said] = [seen({ text, due_date, done }), seen(after)]
  const isSame =
    known.text === said.text && due_date === after.due_date && done === after.done && !isRevived(there, after)
  await writeSyncState(one, { etag, known, sent: isSame ? null : said })
  if (isSame) return null
  return { kind: 'put', uid: uidOf(one.person, one.itemId), etag, file: rewriteTodo(file, after, now) }
}

const isRevived = (there: ReadTodo, after: TodoText) => there.isCancelled && !after.done

/** Changes the item as its person may; the rest is put right there. @returns what the list is to say */
async function take(one: Compared, item: ItemView, taken: Partial<TodoText>): Promise<TodoText> {
  const { tx, deps, person } = one
  const change: Omit<ItemChange, 'id'> = {}
  const edits = await mayEditItem(tx, person, item.id)
  if (taken.text !== undefined && edits && (await mayTake(one, item, taken.text))) change.text = taken.text
  if (taken.due_date !== undefined && edits) change.due_date = taken.due_date
  if (taken.done !== undefined) change.action = taken.done ? 'complete' : 'reopen'
  if (Object.keys(change).length === 0) return stateOf(one, item)
  const after = await changeLocked(tx, deps, person, item, change)
  await forgetChanges(one)
  return stateOf(one, after)
}

/** A text that the list shows only a part of is not replaced by that part. */
async function mayTake({ tx, person }: Compared, item: ItemView, text: string): Promise<boolean> {
  if (text === '' || text.length > maxText || !isWhole(item.text)) return false
  if (item.note_id === null) return true
  try {
    await requireRoom(tx, { workspaceId: person.workspace.id, noteId: item.note_id }, text, item.text)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

async function archive(one: Compared, item: ItemView): Promise<null> {
  await changeLocked(one.tx, one.deps, one.person, item, { action: 'archive' })
  await forgetChanges(one)
  return dropSyncState(one)
}

async function remove(one: Compared, sync: SyncState | null, etag: string): Promise<PendingWrite> {
  await writeSyncState(one, { etag, known: sync?.known ?? null, sent: 'removed' })
  return { kind: 'remove', uid: uidOf(one.person, one.itemId), etag }
}

/** As both sides said it, or as it was sent since. */
function isAsKnown(sync: SyncState | null, here: TodoText): boolean {
  const said = JSON.stringify(seen(here))
  return [sync?.known, sync?.sent].some(
    (each) => each && each !== 'removed' && JSON.stringify(seenAgain(each)) === said,
  )
}

const seenAgain = ({ text, due_date, done }: TodoSeen): TodoSeen => ({ text, due_date, done })

/** Of an item for all assignees, whether this one has done their part. */
function stateOf({ person }: Pick<Compared, 'person'>, item: ItemView): TodoText {
  const isOwnPartDone = item.completion_type === 'all' && item.completed_by.includes(person.user.id)
  return { text: summaryOf(item.text), due_date: item.due_date, done: item.status === 'Done' || isOwnPartDone }
}

/** @returns null for an item that is not in the list: it is gone, archived, or assigned to others */
async function readAssigned({ tx, person, itemId }: Compared): Promise<ItemView | null> {
  try {
    const item = await getItem(tx, person, itemId)
    const isAssigned = item.assignees.some(({ id }) => id === person.user.id)
    return isAssigned && item.status !== 'Archived' ? item : null
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/** The page and the title of its note, if the person sees that. */
async function describe({ tx, deps, person }: Compared, { note_id }: ItemView) {
  const note =
    note_id === null
      ? undefined
      : await tx
          .selectFrom('notes as note')
          .select('note.title')
          .where('note.workspace_id', '=', person.workspace.id)
          .where('note.id', '=', note_id)
          .where(isSeen('note', person, sql`note.id`))
          .executeTakeFirst()
  if (!note) return { url: null, description: null }
  const address = addressOf(deps.publicUrl, person.workspace.subdomain)
  return { url: `${address}/note/${encodeURIComponent(note_id!)}`, description: note.title }
}

/** Until the transaction ends nobody can connect another list. */
async function mayWrite(tx: Tx, { person: { workspace, user }, until }: Lease): Promise<boolean> {
  const { rows } = await sql`
    select from todo_accounts where workspace_id = ${workspace.id} and user_id = ${user.id} and syncing_until = ${until}
    for share`.execute(tx)
  return rows.length > 0
}

async function forgetChanges({ tx, person, itemId }: Pick<Compared, 'tx' | 'person' | 'itemId'>): Promise<void> {
  await tx
    .deleteFrom('todo_changes')
    .where('workspace_id', '=', person.workspace.id)
    .where('user_id', '=', person.user.id)
    .where('item_id', '=', itemId)
    .execute()
}

async function readSyncState({ tx, person, itemId }: Compared): Promise<SyncState | null> {
  const row = await tx
    .selectFrom('todo_items')
    .select(['etag', 'known', 'sent'])
    .where('workspace_id', '=', person.workspace.id)
    .where('user_id', '=', person.user.id)
    .where('item_id', '=', itemId)
    .executeTakeFirst()
  return row ?? null
}

/** Forgets what was a problem before. */
async function writeSyncState({ tx, person, itemId }: Compared, sync: SyncState): Promise<void> {
  const row = { etag: sync.etag, known: asJson(sync.known), sent: asJson(sync.sent), problem: null }
  const own = { workspace_id: person.workspace.id, user_id: person.user.id, item_id: itemId }
  await tx
    .insertInto('todo_items')
    .values({ ...own, ...row })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id', 'item_id']).doUpdateSet(row))
    .execute()
}

const asJson = (value: unknown) => (value === null ? null : JSON.stringify(value))

async function dropSyncState({ tx, person, itemId }: Compared): Promise<null> {
  await tx
    .deleteFrom('todo_items')
    .where('workspace_id', '=', person.workspace.id)
    .where('user_id', '=', person.user.id)
    .where('item_id', '=', itemId)
    .execute()
  return null
}

/** The last ones of each person. */
async function keepConflict(
  { tx, deps, person, itemId }: Compared,
  kept: 'here' | 'there',
  here: TodoText,
  there: TodoText | null,
): Promise<void> {
  const now = deps.clock()
  const own = { workspace_id: person.workspace.id, user_id: person.user.id }
  await tx
    .insertInto('todo_conflicts')
    .values({
      ...own,
      id: newId('tc', now),
      item_id: itemId,
      at: now,
      kept,
      here: JSON.stringify(here),
      there: asJson(there),
    })
    .execute()
  await sql`
    delete from todo_conflicts where workspace_id = ${own.workspace_id} and user_id = ${own.user_id} and id in (
      select id from todo_conflicts where workspace_id = ${own.workspace_id} and user_id = ${own.user_id}
      order by at desc, id desc offset ${sql.lit(maxConflicts)})`.execute(tx)
}

/** The list took it. @param etag  the new version; null if the server does not say it, or for a removal */
export async function recordSent(
  db: Db,
  { person, until }: Lease,
  itemId: string,
  write: PendingWrite,
  etag: string | null,
): Promise<void> {
  const own = sql`workspace_id = ${person.workspace.id} and user_id = ${person.user.id} and item_id = ${itemId}
    and exists (select from todo_accounts where workspace_id = ${person.workspace.id} and user_id = ${person.user.id}
      and syncing_until = ${until})`
  if (write.kind === 'remove') await sql`delete from todo_items where ${own} and sent = '"removed"'`.execute(db)
  else
    await sql`update todo_items set etag = ${etag ?? ''}, known = sent, sent = null
      where ${own} and sent is not null`.execute(db)
}

/** The list did not take it. It is tried again when one side changes: changes here since the comparison are kept. */
export async function refuse(db: Db, lease: Lease, itemId: string, refusal: Refusal): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (await mayWrite(tx, lease)) await writeRefusal({ tx, person: lease.person, itemId }, refusal)
  })
}

async function writeRefusal(
  { tx, person, itemId }: Pick<Compared, 'tx' | 'person' | 'itemId'>,
  refusal: Refusal,
): Promise<void> {
  const own = { workspace_id: person.workspace.id, user_id: person.user.id, item_id: itemId }
  await tx
    .insertInto('todo_items')
    .values({ ...own, ...refusal })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'user_id', 'item_id']).doUpdateSet({ ...refusal, sent: null }),
    )
    .execute()
}
