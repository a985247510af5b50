/** The ids of a page of notes or recordings, newest first, from indexes as far as possible. */
import { type RawBuilder, sql } from 'kysely'
import { namesOf } from '../../people/sight/visible.ts'
import { limitOf, rowsOf } from '../../platform/http/page.ts'
import { type Db, decisive, inSnapshot } from '../../platform/postgres/db.ts'
import { isInRange, isListed, type ListQuery, listOf, matches } from './list-query.ts'
import { searchList } from './search-list.ts'

const isOfMeetings = ({ eventGuid, seriesId }: ListQuery) => eventGuid !== null || seriesId !== null

const isSearched = (query: ListQuery) => !isOfMeetings(query) && query.searches.length > 0

/** A search is several statements: a page that lacked a row deleted in between would look like the last page. */
export function inOneMoment<Result>(db: Db, query: ListQuery, read: (db: Db) => Promise<Result>): Promise<Result> {
  return isSearched(query) ? inSnapshot(db, read) : read(db)
}

/** @returns the ids of the page, and one more if another page follows: as a subquery, or as those that a search found */
export async function findIds(db: Db, query: ListQuery): Promise<RawBuilder<string[]>> {
  const most = query.page.size + 1
  if (isSearched(query)) return sql`${(await searchList(db, query)).slice(0, most)}::text[]`
  const ids = isOfMeetings(query)
    ? idsOfMeetings(query)
    : sql`select id from ${listOf(query, rowsOf(query.page))} as listed`
  return sql`array(select id from (${ids} limit ${limitOf(query.page)}) as found limit ${most})`
}

/** The few notes or recordings of one event or series. */
function idsOfMeetings(query: ListQuery): RawBuilder<string> {
  const isTheirs = {
    note: isNoteOf(query, 'thing'),
    recording: sql`thing.note_id in (select id from notes note
      where note.workspace_id = thing.workspace_id and ${isNoteOf(query, 'note')})`,
  }
  return sql`select id from ${namesOf(query.kind).things} thing
    where ${matches(query)} and ${isTheirs[query.kind]} and ${isInRange('thing', query)} and ${isListed(query)}
    order by created_at desc, id desc`
}

function isNoteOf({ eventGuid, seriesId }: ListQuery, note: 'thing' | 'note'): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = []
  if (eventGuid !== null) conditions.push(sql`${sql.ref(`${note}.event_guid`)} = ${eventGuid}`)
  // A series may be long or short, and the best plan depends on which it is.
  if (seriesId !== null) conditions.push(sql`${sql.ref(`${note}.series_id`)} = ${decisive(seriesId)}`)
  return sql.join(conditions, sql` and `)
}
