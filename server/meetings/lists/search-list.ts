/**
 * Finds the notes or recordings of a page by a text in their title, by the time of their last change, or by who was
 * invited. Six ways are tried in this order; one that cannot tell the whole page returns null. Measured for a person in
 * 200 channels: times in 1,000,000 notes (docs/decisions/lists.md), pages of 8 kB that are read in 200,000.
 *
 * | way           | reads at most (`searchLimits`)                  | measured                                              |
 * |---------------|-------------------------------------------------|-------------------------------------------------------|
 * | `amongNewest` | `newest` things of the workspace                | 0.4 ms, and 8 µs for each match whose sight is asked  |
 * | `amongFirst`  | `newest` entries of the list, for a common text | ten times the first way; 1,500 pages                  |
 * | `byIndex`     | `found` rows of an index, and entries between   | 1 ms for a rare word, 70 ms for one in 1 of 10 titles |
 * | `alongList`   | `manyEntries` entries of the list               | 21,500 pages                                          |
 * | `byIndex`     | `manyFound` rows of an index, far down the list | 0.14 s for 60,000 rows; reading all newer ones 4 s    |
 * | `alongAll`    | everything, if the caller sees much of it       | 8,000 pages and 0.2 s for a word in 5 titles          |
 */
import { type RawBuilder, sql } from 'kysely'
import { namesOf } from '../../people/sight/visible.ts'
import { limitOf } from '../../platform/http/page.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { isInRange, isListed, type ListQuery, listOf, matches } from './list-query.ts'

export const searchLimits = { newest: 1_000, found: 10_000, manyEntries: 5_000, manyFound: 300_000 }

/**
 * @param db  sees one moment: rows that one step found must be there for the next
 * @returns   ids, newest first: those of the page, and at least one more if another page follows
 */
export async function searchList(db: Db, query: ListQuery): Promise<string[]> {
  const newest = await amongNewest(db, query)
  const isCommon = newest.matching > query.page.size
  return (
    newest.page ??
    // For a common text an index finds too many, and for a rare one the list has too few.
    (isCommon ? await amongFirst(db, query) : null) ??
    (await byIndex(db, query, searchLimits.found)) ??
    (await alongList(db, query)) ??
    (await byIndex(db, query, searchLimits.manyFound)) ??
    (await alongAll(db, query))
  )
}

/**
 * Among the newest things of the workspace: reading 1,000 and asking for sight of those that match takes a tenth of merging
 * the list of a person in 200 channels.
 * @returns the page, and how many match, whoever sees them
 */
async function amongNewest(db: Db, query: ListQuery): Promise<{ page: string[] | null; matching: number }> {
  const most = searchLimits.newest
  const { rows } = await sql<{ ids: string[]; matching: number; read: number }>`
    with newest as materialized (
      select id, created_at, ${matches(query)} as fits from (
        select * from ${namesOf(query.kind).things} thing
        where workspace_id = ${query.caller.workspace.id} and ${isInRange('thing', query)}
        order by created_at desc, id desc limit ${sql.lit(most)}) as thing)
    select count(*)::int as read, count(*) filter (where fits)::int as matching, array(
      select id from (select id, created_at from newest where fits order by created_at desc, id desc) as thing
      where ${isListed(query)}
      order by created_at desc, id desc limit ${limitOf(query.page)}) as ids from newest`.execute(db)
  const { ids, matching, read } = rows[0]!
  return { page: ids.length > query.page.size || read < most ? ids : null, matching }
}

/** Among the first entries of the list. Reads their rows in one scan, which costs a third of reading them one by one. */
async function amongFirst(db: Db, query: ListQuery): Promise<string[] | null> {
  const entries = searchLimits.newest
  const { rows } = await sql<{ ids: string[]; listed: number }>`
    with list as materialized (select array(select id from ${listOf(query, entries + 1)} as entry) as ids)
    select cardinality(list.ids) as listed, array(
      select id from ${namesOf(query.kind).things} thing
      where ${matches(query)} and id = any((select ids[:${sql.lit(entries)}] from list)::text[])
      order by created_at desc, id desc limit ${limitOf(query.page)}) as ids from list`.execute(db)
  const { ids, listed } = rows[0]!
  return ids.length > query.page.size || listed <= entries ? ids : null
}

/** @returns null if each index finds more than `most` */
async function byIndex(db: Db, query: ListQuery, most: number): Promise<string[] | null> {
  for (const condition of query.searches.flatMap(({ indexed }) => indexed)) {
    const ids = await byCondition(db, query, condition, sql.lit(most))
    if (ids) return ids
  }
  return null
}

/** Reads the rows in the order of the page, and stops when it is full. */
async function byCondition(
  db: Db,
  query: ListQuery,
  condition: RawBuilder<boolean>,
  most: RawBuilder<number>,
): Promise<string[] | null> {
  const entries = sql`select id, created_at from found where ${isInRange('found', query)}`
  const { rows } = await sql<{ ids: string[] | null }>`
    with found as materialized (
      select id, created_at from ${namesOf(query.kind).things} thing where ${condition} limit ${most} + 1)
    select case when (select count(*) from found) <= ${most}
      then ${pageAlong(query, entries, isListed(query))} end as ids`.execute(db)
  return rows[0]!.ids
}

async function alongList(db: Db, query: ListQuery): Promise<string[] | null> {
  const { manyEntries } = searchLimits
  const entries = sql`select * from list order by ${newestFirst} limit ${sql.lit(manyEntries)}`
  const { rows } = await sql<{ ids: string[]; listed: number }>`
    with list as materialized (select id, created_at from ${listOf(query, manyEntries + 1)} as list)
    select (select count(*)::int from list) as listed, ${pageAlong(query, entries, sql`true`)} as ids`.execute(db)
  const { ids, listed } = rows[0]!
  return ids.length > query.page.size || listed <= manyEntries ? ids : null
}

/**
 * Reads each row when it reads its entry, and stops when the page is full. Without `offset 0` PostgreSQL may join all
 * entries first (recordings changed in a quarter, of 200,000 notes: 1,690 blocks instead of 1,477).
 */
const pageAlong = (query: ListQuery, entries: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`array(
  select entry.id from (select * from (${entries}) as entry order by ${newestFirst}) as entry cross join lateral (
    select * from ${namesOf(query.kind).things} thing
    where workspace_id = ${query.caller.workspace.id} and id = entry.id offset 0) as thing
  where ${matches(query)} and ${condition}
  order by entry.created_at desc, entry.id desc limit ${limitOf(query.page)})`

const newestFirst = sql`created_at desc, id desc`

/** Along everything in the workspace. Asks for sight only of what matches. */
async function alongAll(db: Db, query: ListQuery): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (select * from ${namesOf(query.kind).things} thing
      where ${matches(query)} and ${isInRange('thing', query)} order by created_at desc, id desc) thing
    where ${isListed(query)}
    order by created_at desc, id desc limit ${limitOf(query.page)}`.execute(db)
  return rows.map(({ id }) => id)
}
