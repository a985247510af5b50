/**
 * Pages of notes or recordings, newest first: the ids of a page are found first, from indexes as far as possible, and
 * then only the rows of that page are read.
 */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { limitOf, type Page, type PageRequest, rowsOf, toPage } from '../platform/http/page.ts'
import { type Db, decisive, inSnapshot } from '../platform/postgres/db.ts'
import type { Caller } from '../workspace/caller.ts'
import { requireChannel } from '../workspace/channels.ts'
import { type Filters, isInRange, isSeen, type ListQuery, listOf, listQuery, matches } from './list-query.ts'
import { searchList } from './search-list.ts'
import { namesOf, type PublishableKind } from './visible.ts'

type Listed = { id: string; created_at: Date }

/**
 * @param select  the columns for a caller; this function chooses the rows
 */
export function pageReader<Columns extends object, Joined, From extends keyof Joined, Row extends Listed>(
  kind: PublishableKind,
  select: (db: Db, caller: Caller, columns: Columns) => SelectQueryBuilder<Joined, From, Row>,
) {
  const { things } = namesOf(kind)
  const readRows = (db: Db, { caller }: ListQuery, columns: Columns, ids: RawBuilder<string[]>) =>
    select(db, caller, columns)
      .where(sql<boolean>`${things}.id = any(${ids})`)
      .orderBy(sql`${things}.created_at`, 'desc')
      .orderBy(sql`${things}.id`, 'desc')
      .execute()
  /** @throws {ApiError} 400 for a channel that is unknown or that the caller may not name */
  return async (
    db: Db,
    caller: Caller,
    { filters, columns, page }: { filters: Filters; columns: Columns; page: PageRequest },
  ): Promise<Page<Row>> => {
    const query = listQuery(caller, filters, page)
    if (query.channelId !== null) await requireChannel(db, caller, query.channelId)
    const rows = isSearch(query)
      ? // One snapshot, because a page that lacks a row deleted in between would look like the last page.
        await inSnapshot(db, async (tx) => {
          const ids = await searchList(tx, kind, query)
          return readRows(tx, query, columns, sql`${ids.slice(0, page.size + 1)}`)
        })
      : await readRows(db, query, columns, sql`array(${idsOf(kind, query)})`)
    return toPage(`${kind}s`, page, rows, (row) => ({ time: row.created_at, id: row.id }))
  }
}

const isOfMeetings = ({ eventGuid, seriesId }: ListQuery) => eventGuid !== null || seriesId !== null

const isSearch = (query: ListQuery) =>
  !isOfMeetings(query) && (query.title !== null || query.changed !== null || query.invited.length > 0)

/**
 * One index range of what the caller sees or the channel has, or the few notes or recordings of one event or series.
 */
function idsOf(kind: PublishableKind, query: ListQuery): RawBuilder<string> {
  const ids = isOfMeetings(query)
    ? idsOfMeetings(kind, query)
    : sql`select id from ${listOf(kind, query, rowsOf(query.page))} as listed`
  return sql`select id from (${ids} limit ${limitOf(query.page)}) as found limit ${query.page.size + 1}`
}

function idsOfMeetings(kind: PublishableKind, query: ListQuery): RawBuilder<string> {
  const isTheirs = {
    note: isNoteOf(query, 'thing'),
    recording: sql`thing.note_id in (select id from notes note
      where note.workspace_id = thing.workspace_id and ${isNoteOf(query, 'note')})`,
  }
  return sql`select id from ${namesOf(kind).things} thing
    where ${matches(kind, query)} and ${isTheirs[kind]} and ${isInRange('thing', query)} and ${isSeen(kind, query, sql`thing.id`)}
    order by created_at desc, id desc`
}

function isNoteOf({ eventGuid, seriesId }: ListQuery, note: 'thing' | 'note'): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = []
  if (eventGuid !== null) conditions.push(sql`${sql.ref(`${note}.event_guid`)} = ${eventGuid}`)
  // A series may be long or short, and the best plan depends on which it is.
  if (seriesId !== null) conditions.push(sql`${sql.ref(`${note}.series_id`)} = ${decisive(seriesId)}`)
  return sql.join(conditions, sql` and `)
}
