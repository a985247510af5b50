/** What changed for a caller after a number (decision 45). */
import { sql } from 'kysely'
import type { Caller } from '../../people/caller/caller.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { ChangeRow } from '../../platform/postgres/tables.ts'
import { concerns, sees, wasThere } from './concerns.ts'
import { type Expanded, type ExpandedTo, type Membership, nextPass, readExpanded } from './expand-membership.ts'
import type { ChangeKind } from './schemas.ts'

export type FoundChange = { kind: ChangeKind; id: string; change: 'changed' | 'gone'; at: Date }

/** Rows that one statement reads at most. */
const rowsPerRead = 500
/** Statements of one request at most: if none of their rows concerns the caller, the page is empty although more follows. */
const readsPerPage = 20

/** Where a page begins: after the change of this number, or within the next one, which was expanded so far. */
export type ChangesAfter = { number: number; expanded: ExpandedTo | null }

type Wanted = { kinds: ChangeKind[]; after: ChangesAfter }
/** One change or none, and the position after it. */
type Step = { found: FoundChange | null; position: ChangesAfter }

/**
 * The next changes in the order of their numbers. On a page each thing comes once, at its last change that concerns the
 * caller. The cost is an index probe or a few for each change after that number, however large the workspace is; a
 * channel that the caller joined or left counts as many changes as it has things.
 * @returns `position`: after the last change that was read; `hasMore`: whether changes follow
 */
export async function readChanges(
  db: Db,
  caller: Caller,
  { size, ...wanted }: Wanted & { size: number },
): Promise<{ changes: FoundChange[]; position: ChangesAfter; hasMore: boolean }> {
  const page = new Map<string, FoundChange>()
  let position = wanted.after
  let reads = 0
  for await (const steps of walk(db, caller, wanted)) {
    for (const { found, position: next } of steps) {
      if (found && page.size === size) return { changes: [...page.values()], position, hasMore: true }
      position = next
      if (!found) continue
      const name = `${found.kind} ${found.id}`
      page.delete(name)
      page.set(name, found)
    }
    if (++reads === readsPerPage) return { changes: [...page.values()], position, hasMore: true }
  }
  return { changes: [...page.values()], position, hasMore: false }
}

/** The steps of one statement after the other, to the last change. */
async function* walk(db: Db, caller: Caller, { kinds, after }: Wanted): AsyncGenerator<Step[]> {
  let { number, expanded } = after
  for (;;) {
    const rows = await readBatch(db, caller, kinds, number)
    let steps: Step[] = []
    for (const row of rows) {
      if (row.verdict === 'membership') {
        yield steps
        steps = []
        yield* expand(db, caller, row, kinds, expanded)
      }
      number = Number(row.number)
      expanded = null
      steps.push({ found: foundIn(row, row.verdict, row.at), position: { number, expanded } })
    }
    yield steps
    if (rows.length < rowsPerRead) return
  }
}

/** The steps within the change of one membership. */
async function* expand(
  db: Db,
  caller: Caller,
  membership: Membership & { at: Date },
  kinds: ChangeKind[],
  from: ExpandedTo | null,
): AsyncGenerator<Step[]> {
  const number = Number(membership.number) - 1
  for (let to = from ?? nextPass(null, membership, kinds); to; ) {
    const things = await readExpanded(db, caller, membership, { kinds, from: to, most: rowsPerRead })
    yield things.map((thing) => ({
      found: foundIn(thing, thing.change, membership.at),
      position: { number, expanded: thing.to },
    }))
    to = things.length === rowsPerRead ? things.at(-1)!.to : nextPass(to, membership, kinds)
  }
}

type Verdict = 'changed' | 'gone' | 'membership' | 'none'

function foundIn(
  { kind, id }: Pick<ChangeRow | Expanded, 'kind' | 'id'>,
  verdict: Verdict,
  at: Date,
): FoundChange | null {
  if (verdict === 'none' || verdict === 'membership') return null
  return { kind: kind as ChangeKind, id, change: verdict, at }
}

/** With `offset 0` sight is asked once for each change: 4,020 pages for 500 changes, 5,030 without (100,000 notes). */
async function readBatch(db: Db, caller: Caller, kinds: ChangeKind[], after: number) {
  const { rows } = await sql<Pick<ChangeRow, 'id' | 'kind' | 'at'> & Membership & { verdict: Verdict }>`
    select number, kind, id, at, channel_id, change.sight, transaction, case
      when kind = 'membership' then case when ${isOwnMembership(caller)} then 'membership' else 'none' end
      when not ${concerns(caller, sql.raw('change'))} or kind <> all(${kinds}::text[])
        or exists (select from changes later where later.workspace_id = ${caller.workspace.id} and later.kind = change.kind
          and later.id = change.id and later.number > change.number and ${concerns(caller, sql.raw('later'))}) then 'none'
      when sees then 'changed' else 'gone' end as verdict
    from (select workspace_id, number, kind, id, people, channel_id, sight, transaction, at from changes
      where workspace_id = ${caller.workspace.id} and number > ${after}
      order by number limit ${sql.lit(rowsPerRead)}) change
    cross join lateral (select ${sees(caller)} as sees offset 0) seen
    order by number`.execute(db)
  return rows
}

/** The caller joined a channel and is in it, or left one that they were in before that transaction. */
function isOwnMembership({ workspace, user, superAdmin }: Caller) {
  if (superAdmin) return sql`false`
  const membership = { kind: sql`'membership'`, id: sql`change.id`, channel: sql`change.channel_id` }
  return sql`change.id = ${user.id} and case change.sight
    when 'lost' then ${wasThere(workspace.id, sql.raw('change'), membership)}
    else exists (select from channel_members member where member.workspace_id = ${workspace.id}
      and member.channel_id = change.channel_id and member.user_id = ${user.id}) end`
}
