/**
 * Finds the notes or recordings of a page by a text in their title, by the time of their last change, or by who was
 * invited, in five steps:
 *
 * 1. Among the next 250 entries of the list; among 1,000 if the hits so far suggest a full page, or if the list has no more.
 * 2. By an index, if it finds at most 10,000 rows in the workspace.
 * 3. Along the next 20,000 entries of the list.
 * 4. By an index, if it finds at most 300,000 rows: many, but far down in the list.
 * 5. Along the list to its end.
 */
import { type RawBuilder, sql } from 'kysely'
import { limitOf } from '../platform/http/page.ts'
import type { Tx } from '../platform/postgres/db.ts'
import { eventLink, isOfAddress } from './invited.ts'
import { isChanged, isInRange, isSeen, type ListQuery, listOf, matches } from './list-query.ts'
import { namesOf, type PublishableKind } from './visible.ts'

/** Entries of the list that the first step reads, at first and at most, and the third; rows that an index may find. */
export const searchLimits = {
  ...{ firstEntries: 250, nextEntries: 1_000, found: 10_000 },
  ...{ manyEntries: 20_000, manyFound: 300_000 },
}

/**
 * @param tx  sees one moment: rows that one step found must be there for the next
 * @returns   ids, newest first: those of the page, and at least one more if another page follows
 */
export async function searchList(tx: Tx, kind: PublishableKind, query: ListQuery): Promise<string[]> {
  const { firstEntries, nextEntries, found, manyEntries, manyFound } = searchLimits
  for (const entries of [firstEntries, nextEntries]) {
    const { ids, listed } = await amongNext(tx, kind, query, entries)
    if (ids.length > query.page.size || listed <= entries) return ids
    const suggestsPage = (ids.length * nextEntries) / entries > query.page.size
    if (listed > nextEntries && !suggestsPage) break
  }
  const few = await byIndex(tx, kind, query, found)
  if (few) return few
  const near = await alongList(tx, kind, query, sql.lit(manyEntries))
  if (near.length > query.page.size || (await endsWithin(tx, kind, query, manyEntries))) return near
  return (await byIndex(tx, kind, query, manyFound)) ?? alongList(tx, kind, query, sql`all`)
}

/**
 * Reads this many entries in one statement, at a third of the cost of reading them one by one.
 * @returns `ids`: those that match; `listed`: the length of the list, counted up to `nextEntries` + 1
 */
async function amongNext(
  tx: Tx,
  kind: PublishableKind,
  query: ListQuery,
  entries: number,
): Promise<{ ids: string[]; listed: number }> {
  const most = sql.lit(searchLimits.nextEntries)
  const { rows } = await sql<{ ids: string[]; listed: number }>`
    with next as materialized (select array(select id from ${listOf(kind, query)} as list limit ${most} + 1) as ids)
    select (select cardinality(ids) from next) as listed, array(
      select id from ${namesOf(kind).things} thing
      where ${matches(kind, query)} and id = any((select ids[:${sql.lit(entries)}] from next)::text[])
      order by created_at desc, id desc limit ${limitOf(query.page)}) as ids`.execute(tx)
  return rows[0]!
}

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
  entries: RawBuilder<unknown>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select entry.id from (select * from ${listOf(kind, query)} as list limit ${entries}) as entry cross join lateral (
      select workspace_id, updated_at, title_folded, ${eventLink[kind]} from ${namesOf(kind).things} thing
      where workspace_id = ${query.caller.workspace.id} and id = entry.id offset 0) as thing
    where ${matches(kind, query)}
    order by entry.created_at desc, entry.id desc limit ${limitOf(query.page)}`.execute(tx)
  return rows.map(({ id }) => id)
}

async function endsWithin(tx: Tx, kind: PublishableKind, query: ListQuery, entries: number): Promise<boolean> {
  const { rows } = await sql<{ ends: boolean }>`
    select not exists (select from ${listOf(kind, query)} as list offset ${sql.lit(entries)}) as ends`.execute(tx)
  return rows[0]!.ends
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
