/**
 * Takes what is left of an earlier meeting into the agenda of a later one: its headings, and its open items with people,
 * dates and links. They are moved: in the earlier agenda they are archived, so that nobody has to do a thing twice.
 */

import { sql } from 'kysely'
import { findPeople } from '../../people/accounts/find-people.ts'
import type { Acting } from '../../people/caller/caller.ts'
import type { Context } from '../../platform/context/context.ts'
import { ApiError } from '../../platform/errors.ts'
import type { ItemLink } from '../../platform/postgres/column-types.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { indexText } from '../text-index/index-text.ts'
import { type Agenda, assigneesIn, type Block } from './agenda.ts'
import { printAgenda } from './agenda-print.ts'
import { writeNote } from './change-note.ts'
import { append, replace } from './edits.ts'
import { type LockedNote, lockNote } from './lock-note.ts'

/**
 * Both notes in one transaction, or neither.
 * @param from  another note that the caller may edit
 * @returns the note after the change; as it was if nothing is left to take
 * @throws {ApiError} 404, 403 and 412 as a change of the agenda, for either note; 422 for one note as both
 */
export function takeOver(
  deps: Pick<Context, 'db' | 'clock' | 'jobs'> & { holdSeconds: number },
  caller: Acting,
  id: string,
  from: string,
  ifMatch: string | undefined,
): Promise<LockedNote> {
  return deps.db.transaction().execute((tx) => takeOverIn(tx, deps, caller, id, from, ifMatch))
}

/** Called with no note locked. */
export async function takeOverIn(
  tx: Tx,
  deps: Pick<Context, 'clock' | 'jobs'> & { holdSeconds: number },
  caller: Acting,
  id: string,
  from: string,
  ifMatch?: string,
): Promise<LockedNote> {
  // In one order, so that two that take from each other do not wait for each other.
  const locked = new Map<string, LockedNote>()
  for (const each of [id, from].sort())
    locked.set(each, await lockNote(tx, caller, each, each === id ? ifMatch : undefined))
  if (id === from) throw new ApiError(422, 'A note takes nothing over from itself')
  const [note, former] = [locked.get(id)!, locked.get(from)!]
  const taken = await withoutLeavers(tx, caller, blocksToTake(former, note.agenda))
  if (taken.length === 0) return note
  const links = await readLinks(tx, caller, former.agenda.filter(isOpen))
  const written = await writeNote(tx, deps, caller, note, { edit: append(printAgenda(taken)), links })
  await writeNote(tx, deps, caller, former, { edit: replace(printAgenda(former.agenda.map(archived))) })
  await indexText(tx)
  return written
}

const isOpen = (block: Block) => block.type === 'action_item' && block.status === 'Incomplete'

/** An agenda has no links, so its text does not carry them. */
async function readLinks(tx: Tx, { workspace }: Acting, items: Agenda): Promise<ItemLink[][]> {
  const ids = items.map((block) => ('id' in block ? block.id : null))
  const { rows } = await sql<{ links: ItemLink[] }>`
    select item.links from unnest(${ids}::text[]) with ordinality as taken (id, number)
    join action_items item on item.workspace_id = ${workspace.id} and item.id = taken.id
    order by taken.number`.execute(tx)
  return rows.map(({ links }) => links)
}

const archived = (block: Block): Block => (isOpen(block) ? ({ ...block, status: 'Archived' } as Block) : block)

/** Headings that the agenda has already are not taken again, and the title of the earlier meeting is none of this one. */
export function blocksToTake(former: Pick<LockedNote, 'title' | 'agenda'>, agenda: Agenda): Agenda {
  const has = new Set(agenda.map(headingOf))
  let deepest = 0
  const isLeft = (block: Block) =>
    isOpen(block) || (block.type === 'heading' && block.text !== former.title && !has.has(headingOf(block)))
  return former.agenda.filter(isLeft).map((block) => {
    const depth = Math.min(block.depth, deepest)
    deepest = block.type === 'heading' ? 0 : depth + 1
    return block.type === 'action_item' ? { ...block, id: null, depth } : block
  })
}

const headingOf = (block: Block) => (block.type === 'heading' ? `${block.level} ${block.text}` : null)

/** Whoever has left is not given an item anew; it is taken all the same. */
async function withoutLeavers(tx: Tx, { workspace }: Acting, blocks: Agenda): Promise<Agenda> {
  const accounts = await findPeople(tx, workspace.id, assigneesIn(blocks))
  return blocks.map((block) =>
    block.type === 'action_item'
      ? { ...block, assignees: block.assignees.filter((each) => accounts.get(each)?.active) }
      : block,
  )
}
