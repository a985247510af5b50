/** The first copy: everything that the caller sees, oldest first (decision 45 on changes). */
import { type RawBuilder, sql } from 'kysely'
import { allItems, areAllNear, itemVisible, nearItems, seenItems } from '../../meetings/action-items/item-sources.ts'
import {
  allDecisions,
  areAllNear as areAllDecisionsNear,
  nearDecisions,
  seenDecisions,
} from '../../meetings/decisions/decision-sources.ts'
import { listSeen } from '../../meetings/lists/list-seen.ts'
import type { Caller } from '../../people/caller/caller.ts'
import { namesOf, type PublishableKind } from '../../people/sight/visible.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { planAnew } from '../../platform/postgres/preparing-client.ts'
import type { CopyPosition } from './change-cursor.ts'
import { type ChangeKind, maxChanges } from './schemas.ts'

export type Copied = CopyPosition & { updatedAt: Date }

/**
 * The next things of the copy, in the order of their creation.
 * @returns at most `size`; fewer only at the end
 */
export async function readCopy(
  db: Db,
  caller: Caller,
  { kinds, after, size }: { kinds: ChangeKind[]; after: CopyPosition | null; size: number },
): Promise<Copied[]> {
  const found: Copied[] = []
  const limit = sizes.find((each) => size <= each)!
  for (const kind of kinds) {
    const rows =
      kind === 'action_item' || kind === 'decision'
        ? readInOrder(db, caller, of[kind], (row) => isAfter(kind, after, row), limit)
        : readNotesOrRecordings(db, caller, kind, after, limit)
    for (const row of await rows) found.push({ time: row.created_at, updatedAt: row.updated_at, kind, id: row.id })
  }
  return found.sort(byPosition).slice(0, size)
}

/**
 * Literals in the statements, because a cached plan must know its limit. One row more than a page shows whether more
 * follows.
 */
const sizes = [101, maxChanges + 1]

type Row = { id: string; created_at: Date; updated_at: Date }

async function readNotesOrRecordings(
  db: Db,
  caller: Caller,
  kind: PublishableKind,
  after: CopyPosition | null,
  limit: number,
) {
  const { rows } = await sql<Row>`
    select seen.id, seen.created_at, thing.updated_at
    from ${listSeen(caller, kind, { range: isAfter(kind, after, sql.raw('seen')), newestFirst: false, most: limit })} seen
    join ${namesOf(kind).things} thing on thing.workspace_id = ${caller.workspace.id} and thing.id = seen.id
    order by seen.created_at, seen.id`.execute(db)
  return rows
}

/** Where the things of a kind are read from, in rows of this name. */
type Sources = {
  name: 'item' | 'decision'
  all: RawBuilder<unknown>
  near(caller: Caller, range: Range): RawBuilder<unknown>
  areAllNear(db: Db, caller: Caller, range: Range): Promise<boolean>
  seen(caller: Caller, from: RawBuilder<boolean>): RawBuilder<unknown>
}
type Range = { from: RawBuilder<boolean>; order: RawBuilder<unknown> }

const of: Record<'action_item' | 'decision', Sources> = {
  action_item: {
    name: 'item',
    all: allItems,
    near: (caller, range) => nearItems(caller, range, itemVisible(caller)),
    areAllNear,
    seen: seenItems,
  },
  decision: {
    name: 'decision',
    all: allDecisions,
    near: nearDecisions,
    areAllNear: areAllDecisionsNear,
    seen: seenDecisions,
  },
}

/** As in their lists: if the first ones fill a page, not all that the caller sees are read. */
async function readInOrder(
  db: Db,
  caller: Caller,
  { name, all, near, areAllNear, seen }: Sources,
  after: (row: RawBuilder<unknown>) => RawBuilder<boolean>,
  limit: number,
): Promise<Row[]> {
  const row = sql.raw(name)
  const read = async (source: RawBuilder<unknown>) => {
    const { rows } = await sql<Row>`select id, created_at, updated_at from ${source} ${row}
      where ${row}.workspace_id = ${caller.workspace.id} and ${after(row)}
      order by created_at, id limit ${sql.lit(limit)} ${planAnew}`.execute(db)
    return rows
  }
  if (caller.superAdmin) return read(all)
  const range = { from: after(row), order: sql`${row}.created_at, ${row}.id` }
  const first = await read(near(caller, range))
  return first.length === limit || (await areAllNear(db, caller, range)) ? first : read(seen(caller, range.from))
}

/** Things that were created at the same moment are ordered by kind, then by id. */
function isAfter(kind: ChangeKind, after: CopyPosition | null, row: RawBuilder<unknown>): RawBuilder<boolean> {
  if (after === null) return sql`true`
  if (kind === after.kind) return sql`(${row}.created_at, ${row}.id) > (${after.time}::timestamptz, ${after.id}::text)`
  return sql`${row}.created_at ${kind < after.kind ? sql`>` : sql`>=`} ${after.time}::timestamptz`
}

function byPosition(a: CopyPosition, b: CopyPosition): number {
  if (a.time.getTime() !== b.time.getTime()) return a.time.getTime() - b.time.getTime()
  if (a.kind !== b.kind) return a.kind < b.kind ? -1 : 1
  return a.id < b.id ? -1 : 1
}
