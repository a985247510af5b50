/**
 * Finds the notes or recordings of a page by a text in their title, by the time of their last change, or by who was
 * invited, in five steps. A step that cannot tell the whole page returns null.
 */
import { type RawBuilder, sql } from 'kysely'
import { limitOf } from '../platform/http/page.ts'
import type { Db } from '../platform/postgres/db.ts'
import { namesOf } from '../sight/visible.ts'
import { isInRange, isListed, type ListQuery, listOf, matches } from './list-query.ts'

export const searchLimits = {
  /** The first step reads so many entries of the list, and then so many at a time. */
  firstEntries: 250,
  nextEntries: 1_000,
  /** The second step takes at most so many rows from an index. */
  found: 10_000,
  /** The third step reads at most so many entries of the list. */
  manyEntries: 20_000,
  /** The fourth step takes at most so many rows from an index. */
  manyFound: 300_000,
}

/**
 * @param db  sees one moment: rows that one step found must be there for the next
 * @returns   ids, newest first: those of the page, and at least one more if another page follows
 */
export async function searchList(db: Db, query: ListQuery): Promise<string[]> {
  return (
    (await amongFirst(db, query)) ??
    (await byIndex(db, query, searchLimits.found)) ??
    (await alongList(db, query)) ??
    // Many rows, but far down in the list.
    (await byIndex(db, query, searchLimits.manyFound)) ??
    // The caller sees much of the workspace.
    (await alongAll(db, query))
  )
}

/**
 * Among the first 250 entries of the list; then among 1,000, if the hits so far suggest that these fill the page. 250
 * take a third of the time of 1,000.
 */
async function amongFirst(db: Db, query: ListQuery): Promise<string[] | null> {
  const { firstEntries, nextEntries } = searchLimits
  const first = await among(db, query, firstEntries)
  if (first.isPage) return first.ids
  const suggestsPage = (first.ids.length * nextEntries) / firstEntries > query.page.size
  const next = suggestsPage ? await among(db, query, nextEntries) : null
  return next?.isPage ? next.ids : null
}

/** Reads the entries' rows in one scan, which costs a third of reading them one by one. */
async function among(db: Db, query: ListQuery, entries: number): Promise<{ ids: string[]; isPage: boolean }> {
  const { rows } = await sql<{ ids: string[]; listed: number }>`
    with list as materialized (select array(select id from ${listOf(query, entries + 1)} as entry) as ids)
    select cardinality(list.ids) as listed, array(
      select id from ${namesOf(query.kind).things} thing
      where ${matches(query)} and id = any((select ids[:${sql.lit(entries)}] from list)::text[])
      order by created_at desc, id desc limit ${limitOf(query.page)}) as ids from list`.execute(db)
  const { ids, listed } = rows[0]!
  return { ids, isPage: ids.length > query.page.size || listed <= entries }
}

/** @returns null if each index finds more than `most` */
async function byIndex(db: Db, query: ListQuery, most: number): Promise<string[] | null> {
  for (const condition of query.searches.flatMap(({ indexed }) => indexed)) {
    const ids = await byCondition(db, query, condition, sql.lit(most))
    if (ids) return ids
  }
  return null
}

/**
 * Checks sight row by row until the page is full. PostgreSQL 17 and newer see that the rows have the order of the page
 * already, and do not sort them again.
 */
async function byCondition(
  db: Db,
  query: ListQuery,
  condition: RawBuilder<boolean>,
  most: RawBuilder<number>,
): Promise<string[] | null> {
  const { rows } = await sql<{ ids: string[] | null }>`
    with found as materialized (
      select * from (
        select id, created_at, ${matches(query)} and ${isInRange('thing', query)} as fits
        from ${namesOf(query.kind).things} thing where ${condition} limit ${most} + 1) as thing
      order by created_at desc, id desc)
    select case when (select count(*) from found) <= ${most} then array(
      select id from (select id, created_at from found where fits order by created_at desc, id desc offset 0) as thing
      where ${isListed(query)}
      order by created_at desc, id desc limit ${limitOf(query.page)}) end as ids`.execute(db)
  return rows[0]!.ids
}

/** With `offset 0` PostgreSQL reads each row when it reads its entry, and stops when the page is full. */
async function alongList(db: Db, query: ListQuery): Promise<string[] | null> {
  const { manyEntries } = searchLimits
  const { rows } = await sql<{ ids: string[]; listed: number }>`
    with list as materialized (select id, created_at from ${listOf(query, manyEntries + 1)} as list)
    select (select count(*)::int from list) as listed, array(
      select entry.id from (select * from list limit ${sql.lit(manyEntries)}) as entry cross join lateral (
        select * from ${namesOf(query.kind).things} thing
        where workspace_id = ${query.caller.workspace.id} and id = entry.id offset 0) as thing
      where ${matches(query)} limit ${limitOf(query.page)}) as ids`.execute(db)
  const { ids, listed } = rows[0]!
  return ids.length > query.page.size || listed <= manyEntries ? ids : null
}

/** Along everything in the workspace. Asks for sight only of what matches. */
async function alongAll(db: Db, query: ListQuery): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (select * from ${namesOf(query.kind).things} thing
      where ${matches(query)} and ${isInRange('thing', query)} order by created_at desc, id desc offset 0) thing
    where ${isListed(query)}
    order by created_at desc, id desc limit ${limitOf(query.page)}`.execute(db)
  return rows.map(({ id }) => id)
}
