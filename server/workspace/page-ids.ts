/**
 * Which notes or recordings are on a page: their ids are found first, from indexes as far as that goes, and then only the
 * page's own rows are read. Three ways:
 *
 * - In order: nothing but creation is asked for. One index range of the caller's sight, or of the channel.
 * - By event: the few things of one event, each asked whether it is seen.
 * - Sought, by title or change: nearby first, among the next 300 of the list's order, where words that many titles have are
 *   found, and the end of the list. Then by the index of titles or of changes, if the workspace has at most 10,000 such
 *   things: the newest that the caller sees. What even more things have is on every page of the list, and is found by
 *   walking on. What was not needed is not carried out.
 */
import { type RawBuilder, sql } from 'kysely'
import { boundsOfPage, type DateBounds, type DateFilters, readDates, titlePattern } from '../platform/filters.ts'
import { askedPage, isAfter, limitOf, type PageRequest } from '../platform/page.ts'
import type { Caller } from './caller.ts'
import { mayName } from './channels.ts'
import { isStill } from './remembered-callers.ts'
import { type Kind, namesOf, seenBy } from './visible.ts'

/** What decides which things are on a page. */
export type Asked = {
  caller: Caller
  dates: DateBounds
  eventGuid?: string | null
  channelId?: string | null
  titleLike: string | null
  page: PageRequest
}

type Filters = DateFilters & { event_guid?: string | null; channel_id?: string | null; title?: string | null }

export function askFor(caller: Caller, filters: Filters, page: PageRequest): Asked {
  return {
    ...{ caller, eventGuid: filters.event_guid, channelId: filters.channel_id, page: askedPage(page) },
    dates: boundsOfPage(readDates(filters), page.after),
    titleLike: filters.title == null ? null : titlePattern(filters.title),
  }
}

export type Way = keyof typeof ways

/** Something for each way, such as its statement. */
export function inEachWay<Made>(make: (way: Way) => Made): Record<Way, Made> {
  return { inOrder: make('inOrder'), byEvent: make('byEvent'), sought: make('sought') }
}

export function wayTo({ eventGuid, titleLike, dates }: Asked): Way {
  if (eventGuid != null) return 'byEvent'
  return titleLike !== null || dates.updatedFrom || dates.updatedUntil ? 'sought' : 'inOrder'
}

/** The ids of a page's things, and of one more where another page follows. */
export function idsOnPage(kind: Kind, asked: Asked, way: Way): RawBuilder<string[]> {
  return sql`array(${ways[way](kind, asked)})`
}

const ways = { inOrder, byEvent, sought }
const [nearest, mostFound] = [sql.lit(300), sql.lit(10_000)]

function inOrder(kind: Kind, asked: Asked) {
  return sql`select id from ${listOf(kind, asked)} as listed limit ${limitOf(asked.page)}`
}

function byEvent(kind: Kind, asked: Asked) {
  return sql`select thing.id from ${namesOf(kind).things} thing
    where ${matches(kind, asked)} and ${isSeen(kind, asked, sql`thing.id`)}
    order by thing.created_at desc, thing.id desc limit ${limitOf(asked.page)}`
}

/**
 * Scans of `near`, `in_order` and `listed` keep their order, so that a limit ends the work: things are looked up, and sight
 * is asked for, of one after the other until the page is full.
 */
function sought(kind: Kind, asked: Asked) {
  const { things } = namesOf(kind)
  const limit = limitOf(asked.page)
  const among = (list: RawBuilder<unknown>) => sql`${list} cross join lateral (
      select workspace_id, id, created_at, title_folded, updated_at from ${things}
      where workspace_id = ${asked.caller.workspace.id} and id = listed.id offset 0) as thing
    where ${matches(kind, asked)}`
  return sql`with near as materialized (select id from ${listOf(kind, asked)} as listed limit ${nearest}),
    nearby as materialized (select thing.id from ${among(sql`near as listed`)} limit ${limit}),
    enough as materialized (
      select (select count(*) from nearby) = ${limit} or (select count(*) from near) < ${nearest} as is_enough),
    found as materialized (
      select thing.id, thing.created_at from ${things} thing
      where ${matches(kind, asked)} and not (select is_enough from enough) limit ${mostFound} + 1),
    few as materialized (select count(*) <= ${mostFound} as are_few from found),
    in_order as materialized (
      select id from found where (select are_few from few) order by created_at desc, id desc)
    select id from nearby where (select is_enough from enough)
    union all (select id from in_order where ${isSeen(kind, asked, sql`in_order.id`)} limit ${limit})
    union all (select thing.id from ${among(sql`${listOf(kind, asked)} as listed`)}
      and not (select is_enough from enough) and not (select are_few from few) limit ${limit})`
}

/** What the caller sees, or what is in the channel, in the list's order from where the page begins. */
function listOf(kind: Kind, asked: Asked) {
  const { caller, channelId } = asked
  return sql`(select id from ${seenBy(caller, kind, channelId)} where ${inRange('seen', asked)}
    order by created_at desc, id desc)`
}

/** `offset 0` has each thing asked for itself, and not all that is seen gathered first. */
function isSeen(kind: Kind, { caller, channelId }: Asked, id: RawBuilder<unknown>) {
  return sql`exists (select from ${seenBy(caller, kind, channelId)} where seen.id = ${id} offset 0)`
}

/**
 * Over `thing`: all that is asked of it but sight. A time of change has two bounds always: a kept plan takes one alone for a
 * third of everything, and would rather read all of it.
 */
function matches(kind: Kind, asked: Asked): RawBuilder<boolean> {
  const { caller, eventGuid, titleLike, dates } = asked
  const { updatedFrom, updatedUntil } = dates
  const isChanged = sql<boolean>`thing.updated_at >= ${updatedFrom ?? sql`'-infinity'`}::timestamptz
    and thing.updated_at < ${updatedUntil ?? sql`'infinity'`}::timestamptz`
  return all([
    sql<boolean>`thing.workspace_id = ${caller.workspace.id}`,
    eventGuid != null && ofEvent[kind](eventGuid),
    titleLike !== null && sql<boolean>`thing.title_folded like ${titleLike}`,
    (updatedFrom || updatedUntil) && isChanged,
    inRange('thing', asked),
  ])
}

const ofEvent = {
  note: (guid: string) => sql<boolean>`thing.event_guid = ${guid}`,
  recording: (guid: string) => sql<boolean>`thing.note_id in (select id from notes note
    where note.workspace_id = thing.workspace_id and note.event_guid = ${guid})`,
}

/** Where the list begins and ends; that its caller may name the channel, and still is who they were. */
function inRange(of: 'seen' | 'thing', { caller, channelId, dates: { createdFrom, createdUntil }, page }: Asked) {
  const createdAt = sql.ref(`${of}.created_at`)
  return all([
    channelId != null && mayName(caller, channelId),
    createdFrom && sql<boolean>`${createdAt} >= ${createdFrom}::timestamptz`,
    createdUntil && sql<boolean>`${createdAt} < ${createdUntil}::timestamptz`,
    page.after && isAfter(`${of}.created_at`, `${of}.id`, page.after),
    caller.version !== undefined && isStill(caller, caller.version),
  ])
}

function all(conditions: (RawBuilder<boolean> | null | false)[]): RawBuilder<boolean> {
  const given = conditions.filter((each) => each !== null && each !== false)
  return given.length > 0 ? sql`${sql.join(given, sql` and `)}` : sql`true`
}
