/** Creating, editing, completing, reopening and archiving an action item (decisions 23 to 25 on status changes). */

import type { Static } from 'typebox'
import { findPeople } from '../../people/accounts/find-people.ts'
import type { Acting, Caller } from '../../people/caller/caller.ts'
import { lockEditableNote } from '../../people/sight/editable.ts'
import { ApiError, invalidRequest, notFound } from '../../platform/errors.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { ItemLink } from '../../platform/postgres/column-types.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { isStorable } from '../../platform/text.ts'
import type { Clock } from '../../platform/time.ts'
import { indexText } from '../text-index/index-text.ts'
import { appendToAgenda, requireRoom } from './append-to-agenda.ts'
import { changeItems, type ItemChange, lockItems } from './change-items.ts'
import { type GivenLink, linksOf, repeatedLinks } from './links.ts'
import { getItem, type ItemView, mayEditItem } from './list-items.ts'
import type { CreateItem, EditItem } from './schemas.ts'
import { type Action, mayAct } from './status.ts'

export type ItemWriting = { db: Db; clock: Clock; jobs: Pick<Jobs, 'send' | 'sendAll'>; holdSeconds: number }

/**
 * @throws {ApiError} 404 and 403 for the note; 400 naming the assignee who has no active account or the link that is given
 * twice, or for a note without room
 */
export function createItem(writing: ItemWriting, caller: Caller, wanted: Static<typeof CreateItem>): Promise<ItemView> {
  return writing.db.transaction().execute(async (tx) => {
    const noteId = wanted.note_id ?? null
    if (noteId !== null) await lockEditableNote(tx, caller, noteId)
    const change = changeBy(writing, caller, noteId)
    const item = {
      text: wanted.text,
      due_date: wanted.due_date ?? null,
      completion_type: wanted.completion_type ?? 'any',
      assignees: await assigneesNamed(tx, caller, wanted.assignees ?? []),
      links: readLinks(wanted.links ?? []),
    }
    if (noteId !== null) await requireRoom(tx, { ...change, noteId }, item.text, null)
    const [id] = await changeItems(tx, change, { created: [item] })
    if (noteId !== null) await appendToAgenda(tx, { ...change, noteId }, 'action_item', id!)
    await indexText(tx)
    return getItem(tx, caller, id!)
  })
}

/**
 * Changes the given fields; null clears the due date, and elsewhere means not given (decision 1 on bodies).
 * @throws {ApiError} 404, 403 without the edit right; 400 as for a new item
 */
export function editItem(
  writing: ItemWriting,
  caller: Caller,
  id: string,
  { text, assignees, due_date, completion_type, links }: Static<typeof EditItem>,
): Promise<ItemView> {
  return changeItem(writing, caller, id, async (tx, item, edits) => {
    if (!edits) throw new ApiError(403, 'You may see this action item and not edit it')
    const { note_id: noteId } = item
    if (text != null && noteId !== null)
      await requireRoom(tx, { workspaceId: caller.workspace.id, noteId }, text, item.text)
    return {
      text: text ?? undefined,
      due_date,
      completion_type: completion_type ?? undefined,
      assignees: assignees ? await assigneesNamed(tx, caller, assignees, item) : undefined,
      links: links ? readLinks(links) : undefined,
    }
  })
}

/** @throws {ApiError} 404, 403 for those who are neither assignee nor have the edit right */
export function actOnItem(writing: ItemWriting, caller: Caller, id: string, action: Action): Promise<ItemView> {
  return changeItem(writing, caller, id, async (_tx, { assignees }, edits) => {
    const ids = assignees.map((assignee) => assignee.id)
    if (!mayAct(caller.user.id, ids, edits)) {
      throw new ApiError(403, `Only its assignees and those who may edit it may ${action} this action item`)
    }
    return { action }
  })
}

/** @param planChange  gets the locked item and whether the caller has the edit right; returns the change */
function changeItem(
  writing: ItemWriting,
  caller: Caller,
  id: string,
  planChange: (tx: Tx, item: ItemView, edits: boolean) => Promise<Omit<ItemChange, 'id'>>,
): Promise<ItemView> {
  if (!isStorable(id)) throw notFound('Action item')
  return writing.db.transaction().execute(async (tx) => {
    await lockItems(tx, caller.workspace.id, [id])
    const item = await getItem(tx, caller, id)
    const wanted = await planChange(tx, item, await mayEditItem(tx, caller, id))
    return changeLocked(tx, writing, caller, item, wanted)
  })
}

/** The caller of this has locked the item and checked the rights. @returns the item as it is then */
export async function changeLocked(
  tx: Tx,
  writing: Pick<ItemWriting, 'clock' | 'jobs' | 'holdSeconds'>,
  caller: Acting,
  { id, note_id }: Pick<ItemView, 'id' | 'note_id'>,
  wanted: Omit<ItemChange, 'id'>,
): Promise<ItemView> {
  await changeItems(tx, changeBy(writing, caller, note_id), { changed: [{ ...wanted, id }] })
  await indexText(tx)
  return getItem(tx, caller, id)
}

function changeBy(
  { clock, jobs, holdSeconds }: Pick<ItemWriting, 'clock' | 'jobs' | 'holdSeconds'>,
  caller: Acting,
  noteId: string | null,
) {
  return { jobs, holdSeconds, now: clock(), workspaceId: caller.workspace.id, actorId: caller.user.id, noteId }
}

function readLinks(given: GivenLink[]): ItemLink[] {
  const errors = repeatedLinks(given, 'body.links')
  if (errors.length > 0) throw invalidRequest(errors)
  return linksOf(given)
}

/** A deactivated person who is already assigned may stay, so that an item can be written back as it was read. */
async function assigneesNamed(tx: Tx, caller: Caller, names: string[], before?: ItemView): Promise<string[]> {
  const people = await findPeople(tx, caller.workspace.id, names)
  const stays = new Set(before?.assignees.map(({ id }) => id))
  const errors = names.flatMap((name, index) => {
    const person = people.get(name)
    if (person && (person.active || stays.has(person.id))) return []
    return [{ location: `body.assignees[${index}]`, message: 'must be the id or e-mail of an active account' }]
  })
  if (errors.length > 0) throw invalidRequest(errors)
  return [...new Set(names.map((name) => people.get(name)!.id))]
}
