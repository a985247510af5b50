/** What changed for a caller after a number (decision 45). */
import { type RawBuilder, sql } from 'kysely'
import { itemVisible } from '../action-items/item-sources.ts'
import type { Db } from '../platform/postgres/db.ts'
import { isInSight, namesOf } from '../sight/visible.ts'
import type { ChangeRow } from '../tables.ts'
import type { Caller } from '../workspace/caller.ts'
import type { ChangeKind } from './schemas.ts'

export type FoundChange = { kind: ChangeKind; id: string; change: 'changed' | 'gone'; at: Date; number: number }

/** Rows that one statement reads at most. */
const rowsPerRead = 500
/** Statements of one request at most: if none of their rows concerns the caller, the page is empty although more follows. */
const readsPerPage = 20

/**
 * The next changes in the order of their numbers. Each thing comes once, at its last change that concerns the caller. The cost
 * is an index probe or two for each change after that number, however large the workspace is.
 * @returns `number`: of the last change that was read; `hasMore`: whether changes follow
 */
export async function readChanges(
  db: Db,
  caller: Caller,
  { kinds, after, size }: { kinds: ChangeKind[]; after: number; size: number },
): Promise<{ changes: FoundChange[]; number: number; hasMore: boolean }> {
  const changes: FoundChange[] = []
  let number = after
  for (let reads = 0; reads < readsPerPage; reads++) {
    const rows = await readBatch(db, caller, kinds, number)
    for (const { verdict, ...row } of rows) {
      if (verdict === 'none') continue
      if (changes.length === size) return { changes, number, hasMore: true }
      changes.push({ ...row, change: verdict, number: Number(row.number) })
      number = Number(row.number)
    }
    number = Math.max(number, Number(rows.at(-1)?.number ?? 0))
    if (rows.length < rowsPerRead) return { changes, number, hasMore: false }
  }
  return { changes, number, hasMore: true }
}

type Judged = Pick<ChangeRow, 'number' | 'kind' | 'id' | 'at'> & { verdict: 'changed' | 'gone' | 'none' }

async function readBatch(db: Db, caller: Caller, kinds: ChangeKind[], after: number): Promise<Judged[]> {
  const { rows } = await sql<Judged>`
    select number, kind, id, at, case
      when not ${concerns(caller, sql.raw('change'))} or kind <> all(${kinds}::text[])
        or exists (select from changes later where later.workspace_id = ${caller.workspace.id} and later.kind = change.kind
          and later.id = change.id and later.number > change.number and ${concerns(caller, sql.raw('later'))}) then 'none'
      when sees then 'changed' else 'gone' end as verdict
    from (select workspace_id, number, kind, id, people, lost, at from changes
      where workspace_id = ${caller.workspace.id} and number > ${after}
      order by number limit ${sql.lit(rowsPerRead)}) change
    cross join lateral (select ${sees(caller)} as sees offset 0) sight
    order by number`.execute(db)
  return rows
}

/**
 * Whether a row concerns the caller; `sees` says whether they see the thing now. If they do not, the row concerns those who
 * lost sight of it: for them the thing is gone. A super admin sees everything that exists.
 */
function concerns({ user, superAdmin }: Caller, row: RawBuilder<unknown>): RawBuilder<boolean> {
  if (superAdmin) return sql`(not sees or ${row}.people is null)`
  return sql`case when ${row}.people is null then sees else ${user.id} = any(${row}.people) and (sees or ${row}.lost) end`
}

/** Whether the caller sees the thing of the row `change` now. */
function sees(caller: Caller): RawBuilder<boolean> {
  return sql`case change.kind
    when 'note' then ${seesNoteOrRecording(caller, 'note')}
    when 'recording' then ${seesNoteOrRecording(caller, 'recording')}
    else exists (select from action_items item where item.workspace_id = change.workspace_id and item.id = change.id
      and ${caller.superAdmin ? sql`true` : itemVisible(caller)}) end`
}

function seesNoteOrRecording(caller: Caller, kind: 'note' | 'recording'): RawBuilder<boolean> {
  const thing = { workspaceId: sql.ref('change.workspace_id'), id: sql.ref('change.id'), person: caller.user.id }
  if (!caller.superAdmin) return isInSight(kind, thing)
  return sql`exists (select from ${namesOf(kind).things} thing
    where thing.workspace_id = change.workspace_id and thing.id = change.id)`
}
