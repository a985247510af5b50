/**
 * Finds the notes or recordings of a page by a text in their title, by the time of their last change, or by who was
 * invited, in five steps. A step that cannot tell the whole page returns null.
 */
import { type RawBuilder, sql } from 'kysely'
import { limitOf } from '../platform/http/page.ts'
import type { Db } from '../platform/postgres/db.ts'
import { namesOf } from '../sight/visible.ts'
import { isInRange, isListed, type ListQuery, listOf, matches } from './list-query.ts'

/** Entries of the list that the first step reads, at first and at most, and the third; rows that an index may find. */
export const searchLimits = {
  firstEntries: 250,
  nextEntries: 1_000,
  found: 10_000,
  manyEntries: 20_000,
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
 * Among the first 250 entries of the list; among 1,000 if the hits so far suggest a full page, or if the list has no
 * more. All entries in one statement cost a third of reading them one by one.
 */
async function amongFirst(db: Db, query: ListQuery): Promise<string[] | null> {
  const { firstEntries, nextEntries } = searchLimits
  const first = sql`(select next.list[:${sql.lit(firstEntries)}] from next)::text[]`
  const { rows } = await sql<{ ids: string[]; list: string[] }>`
    with next as materialized (select array(select id from ${listOf(query, nextEntries + 1)} as entry) as list)
    select list, array(${among(query, first)}) as ids from next`.execute(db)
  const { ids, list } = rows[0]!
  const isPage = (found: unknown[], entries: number) => found.length > query.page.size || list.length <= entries
  if (isPage(ids, firstEntries)) return ids
  const suggestsPage = (ids.length * nextEntries) / firstEntries > query.page.size
  if (list.length > nextEntries && !suggestsPage) return null
  const next = await among(query, sql`${list.slice(0, nextEntries)}::text[]`).execute(db)
  return isPage(next.rows, nextEntries) ? next.rows.map(({ id }) => id) : null
}

const among = (query: ListQuery, ids: RawBuilder<unknown>) => sql<{ id: string }>`
  select id from ${namesOf(query.kind).things} thing where ${matches(query)} and id = any(${ids})
  order by created_at desc, id desc limit ${limitOf(query.page)}`

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
