/**
 * Finds the notes or recordings of a page by a text in their title, by the time of their last change, or by who was
 * invited, in five steps:
 *
 * 1. Among the next 250 entries of the list; among 1,000 if the hits so far suggest a full page, or if the list has no more.
 * 2. By an index, if it finds at most 10,000 rows in the workspace.
 * 3. Along the next 20,000 entries of the list.
 * 4. By an index, if it finds at most 300,000 rows: many, but far down in the list.
 * 5. Along everything in the workspace: the caller sees much of it.
 */
import { type RawBuilder, sql } from 'kysely'
import { limitOf } from '../platform/http/page.ts'
import type { Tx } from '../platform/postgres/db.ts'
import { eventLink, isOfAddress } from './invited.ts'
import { isChanged, isInRange, isSeen, type ListQuery, listOf, matches } from './list-query.ts'
import { namesOf, type PublishableKind } from './visible.ts'

/** Entries of the list that the first step reads, at first and at most, and the third; rows that an index may find. */
export const searchLimits = {
  firstEntries: 250,
  nextEntries: 1_000,
  found: 10_000,
  manyEntries: 20_000,
  manyFound: 300_000,
}

/**
 * @param tx  sees one moment: rows that one step found must be there for the next
 * @returns   ids, newest first: those of the page, and at least one more if another page follows
 */
export async function searchList(tx: Tx, kind: PublishableKind, query: ListQuery): Promise<string[]> {
  const { firstEntries, nextEntries, found, manyEntries, manyFound } = searchLimits
  const { ids, list } = await amongFirst(tx, kind, query)
  if (ids.length > query.page.size || list.length <= firstEntries) return ids
  const suggestsPage = (ids.length * nextEntries) / firstEntries > query.page.size
  if (list.length <= nextEntries || suggestsPage) {
    const more = await sql<{ id: string }>`${among(kind, query, sql`${list.slice(0, nextEntries)}::text[]`)}`.execute(
      tx,
    )
    if (more.rows.length > query.page.size || list.length <= nextEntries) return more.rows.map(({ id }) => id)
  }
  const few = await byIndex(tx, kind, query, found)
  if (few) return few
  const near = await alongList(tx, kind, query, manyEntries)
  if (near.ids.length > query.page.size || near.listed <= manyEntries) return near.ids
  return (await byIndex(tx, kind, query, manyFound)) ?? alongAll(tx, kind, query)
}

/**
 * Reads the first entries in one statement, at a third of the cost of reading them one by one.
 * @returns `ids`: those that match; `list`: the list, up to `nextEntries` + 1
 */
async function amongFirst(tx: Tx, kind: PublishableKind, query: ListQuery): Promise<{ ids: string[]; list: string[] }> {
  const { firstEntries, nextEntries } = searchLimits
  const first = sql`(select next.list[:${sql.lit(firstEntries)}] from next)::text[]`
  const { rows } = await sql<{ ids: string[]; list: string[] }>`
    with next as materialized (select array(select id from ${listOf(kind, query, nextEntries + 1)} as entry) as list)
    select list, array(${among(kind, query, first)}) as ids from next`.execute(tx)
  return rows[0]!
}

const among = (kind: PublishableKind, query: ListQuery, ids: RawBuilder<unknown>) => sql`
  select id from ${namesOf(kind).things} thing where ${matches(kind, query)} and id = any(${ids})
  order by created_at desc, id desc limit ${limitOf(query.page)}`

/** @returns null if each index finds more than `most` */
async function byIndex(tx: Tx, kind: PublishableKind, query: ListQuery, most: number): Promise<string[] | null> {
  for (const condition of indexedConditions(kind, query)) {
    const ids = await byCondition(tx, kind, query, { condition, most: sql.lit(most) })
    if (ids) return ids
  }
  return null
}

type Indexed = { condition: RawBuilder<boolean>; most: RawBuilder<unknown> }

/**
 * Checks sight row by row until the page is full. PostgreSQL 17 and newer see that the rows have the order of the page
 * already, and do not sort them again.
 * @returns null if the index finds too many
 */
async function byCondition(
  tx: Tx,
  kind: PublishableKind,
  query: ListQuery,
  { condition, most }: Indexed,
): Promise<string[] | null> {
  const { rows } = await sql<{ ids: string[] | null }>`
    with found as materialized (
      select * from (
        select id, created_at, ${matches(kind, query)} and ${isInRange('thing', query)} as fits
        from ${namesOf(kind).things} thing where ${condition} limit ${most} + 1) as thing
      order by created_at desc, id desc)
    select case when (select count(*) from found) <= ${most} then array(
      select id from (select id, created_at from found where fits order by created_at desc, id desc offset 0) as thing
      where ${isSeen(kind, query, sql`thing.id`)}
      order by created_at desc, id desc limit ${limitOf(query.page)}) end as ids`.execute(tx)
  return rows[0]!.ids
}

/** With `offset 0` PostgreSQL reads each row when it reads its entry, and stops when the page is full. */
async function alongList(
  tx: Tx,
  kind: PublishableKind,
  query: ListQuery,
  entries: number,
): Promise<{ ids: string[]; listed: number }> {
  const { rows } = await sql<{ ids: string[]; listed: number }>`
    with list as materialized (select id, created_at from ${listOf(kind, query, entries + 1)} as list)
    select (select count(*)::int from list) as listed, array(
      select entry.id from (select * from list limit ${sql.lit(entries)}) as entry cross join lateral (
        select workspace_id, updated_at, title_folded, ${eventLink[kind]} from ${namesOf(kind).things} thing
        where workspace_id = ${query.caller.workspace.id} and id = entry.id offset 0) as thing
      where ${matches(kind, query)} limit ${limitOf(query.page)}) as ids`.execute(tx)
  return rows[0]!
}

/** Asks for sight only of what matches. */
async function alongAll(tx: Tx, kind: PublishableKind, query: ListQuery): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (select * from ${namesOf(kind).things} thing
      where ${matches(kind, query)} and ${isInRange('thing', query)} order by created_at desc, id desc offset 0) thing
    where ${isSeen(kind, query, sql`thing.id`)}
    order by created_at desc, id desc limit ${limitOf(query.page)}`.execute(tx)
  return rows.map(({ id }) => id)
}

function indexedConditions(
  kind: PublishableKind,
  { caller: { workspace }, title, changed, invited }: ListQuery,
): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = []
  if (title !== null) {
    const runs = titleRuns(workspace.id, title)
    conditions.push(sql`title_runs(thing.workspace_id, thing.title_folded) @@ ${runs}::tsquery`)
  }
  if (changed) conditions.push(sql`thing.workspace_id = ${workspace.id} and ${isChanged(changed)}`)
  for (const address of invited) conditions.push(isOfAddress(kind, workspace.id, address))
  return conditions
}

/**
 * Finds titles in `title_runs` (migrations/0004_notes.sql) that may have the text: by runs of three characters that cover it, or by a
 * shorter prefix. `matches` then checks the titles themselves.
 */
export function titleRuns(workspaceId: string, text: string): string {
  const characters = [...text.replaceAll('\x01', ' ')]
  const lexeme = (run: string[]) => `'${`${workspaceId} ${run.join('')}`.replace(/['\\]/g, '\\$&')}'`
  if (characters.length < 3) return `${lexeme(characters)}:*`
  const last = characters.length - 3
  const starts = [...Array.from({ length: Math.ceil(last / 3) }, (_, index) => index * 3), last]
  return starts.map((at) => lexeme(characters.slice(at, at + 3))).join(' & ')
}
