/**
 * Which notes or recordings are on a page: their ids are found first, from indexes as far as that goes, and then only the
 * page's own rows are read. Three ways:
 *
 * - In order: nothing but creation is asked for. One index range of the caller's sight, or of the channel.
 * - By event: the few things of one event, each asked whether it is seen.
 * - Sought, by title or change, in one place after the other until the page is full: among the next 300 of the list's
 *   order; if those were promising, or the list is short, among the next 3,000; by the index of titles or of changes, if
 *   the workspace has at most 10,000 such things; and else along the list to its end.
 *
 * There are few wordings, whatever a request asks for: what it leaves out is filled in by a value that changes nothing.
 */
import { type RawBuilder, sql } from 'kysely'
import { type DateFilters, readDates } from '../platform/filters.ts'
import { askedPage, limitOf, type PageRequest } from '../platform/page.ts'
import { containsPattern, foldCase } from '../platform/text.ts'
import type { Caller } from './caller.ts'
import { mayName } from './channels.ts'
import { isStill } from './remembered-callers.ts'
import { type Kind, namesOf, seenBy } from './visible.ts'

/** What decides which things are on a page. */
export type Asked = {
  caller: Caller
  version: string
  /** Created from this moment on, and before that position in the list's order. */
  from: Date | string
  before: { time: Date | string; id: string }
  /** Changed in this time, if that is asked for. */
  changed: { from: Date | string; until: Date | string } | null
  title: { pattern: string; hasTrigram: boolean } | null
  eventGuid: string | null
  channelId: string | null
  page: PageRequest
}

type Filters = DateFilters & { event_guid?: string | null; channel_id?: string | null; title?: string | null }

export function askFor(caller: Caller, filters: Filters, page: PageRequest): Asked {
  const { createdFrom, createdUntil, updatedFrom, updatedUntil } = readDates(filters)
  // Nothing is updated before it exists. An index range has one end: the bound, or the cursor if that is nearer.
  const until = [createdUntil, updatedUntil].filter((time) => time !== null).sort((a, b) => Number(a) - Number(b))[0]
  const cursor = page.after && !(until && until <= page.after.time) ? page.after : null
  const folded = filters.title == null ? null : foldCase(filters.title)
  return {
    caller: { ...caller, version: undefined },
    version: caller.version ?? '',
    from: createdFrom ?? '-infinity',
    before: cursor ?? { time: until ?? 'infinity', id: '' },
    changed:
      updatedFrom || updatedUntil ? { from: updatedFrom ?? '-infinity', until: updatedUntil ?? 'infinity' } : null,
    title: folded === null ? null : { pattern: containsPattern(folded), hasTrigram: /[\p{L}\p{N}]{3}/u.test(folded) },
    eventGuid: filters.event_guid ?? null,
    channelId: filters.channel_id ?? null,
    page: { size: askedPage(page).size, after: null },
  }
}

export type Way = keyof typeof ways

/** Something for each way, such as its statement. */
export function inEachWay<Made>(make: (way: Way) => Made): Record<Way, Made> {
  return { inOrder: make('inOrder'), byEvent: make('byEvent'), sought: make('sought') }
}

export function wayTo({ eventGuid, title, changed }: Asked): Way {
  if (eventGuid !== null) return 'byEvent'
  return title || changed ? 'sought' : 'inOrder'
}

/** The ids of a page's things, and of one more where another page follows. */
export function idsOnPage(kind: Kind, asked: Asked, way: Way): RawBuilder<string[]> {
  return sql`array(${ways[way](kind, asked)})`
}

const ways = { inOrder, byEvent, sought }
const [nearest, promising, short, further, mostFound] = [300, 5, 1_300, 3_300, 10_000].map((count) => sql.lit(count))

function inOrder(kind: Kind, asked: Asked) {
  return sql`select id from ${listOf(kind, asked)} as listed limit ${limitOf(asked.page)}`
}

function byEvent(kind: Kind, asked: Asked) {
  return sql`select thing.id from ${namesOf(kind).things} thing
    where ${isInRange('thing', asked)} and ${matches(kind, asked)} and ${isSeen(kind, asked, sql`thing.id`)}
    order by thing.created_at desc, thing.id desc limit ${limitOf(asked.page)}`
}

/**
 * Scans of `listed` and `in_order` keep their order and go no further than asked, so that a limit ends the work: things are
 * looked up, and sight is asked for, of one after the other until the page is full.
 */
function sought(kind: Kind, asked: Asked) {
  const { things } = namesOf(kind)
  const limit = limitOf(asked.page)
  const among = (list: RawBuilder<unknown>) => sql`${list} as entry cross join lateral (
      select id, workspace_id, title_folded, updated_at from ${things}
      where workspace_id = ${asked.caller.workspace.id} and id = entry.id offset 0) as thing
    where ${matches(kind, asked)}`
  return sql`with listed as materialized (select id from ${listOf(kind, asked)} as list limit ${further}),
    nearby as materialized (select thing.id from ${among(sql`(select id from listed limit ${nearest})`)} limit ${limit}),
    going_on as materialized (
      select (select count(*) from nearby) < ${limit} and ((select count(*) from nearby) >= ${promising}
        or (select count(*) from (select from listed limit ${short}) as start) < ${short}) as is_worthwhile),
    behind as materialized (
      select thing.id from ${among(sql`(select id from listed offset ${nearest})`)}
        and (select is_worthwhile from going_on) limit ${limit}),
    enough as materialized (
      select (select count(*) from nearby) = ${limit} or (select is_worthwhile from going_on)
        and ((select count(*) from nearby) + (select count(*) from behind) >= ${limit}
          or (select count(*) from listed) < ${further}) as is_enough),
    found as materialized (
      select thing.id, thing.created_at from ${things} thing
      where ${isInRange('thing', asked)} and ${matches(kind, asked)} and not (select is_enough from enough)
      limit ${mostFound} + 1),
    few as materialized (select count(*) <= ${mostFound} as are_few from found),
    in_order as materialized (
      select id from found where (select are_few from few) order by created_at desc, id desc)
    (select id from (select id from nearby union all select id from behind) as near
      where (select is_enough from enough) limit ${limit})
    union all (select id from in_order where ${isSeen(kind, asked, sql`in_order.id`)} limit ${limit})
    union all (select thing.id from ${among(listOf(kind, asked))}
      and not (select is_enough from enough) and not (select are_few from few) limit ${limit})`
}

/** What the caller sees, or what is in the channel, in the list's order from where the page begins. */
function listOf(kind: Kind, asked: Asked) {
  return sql`(select id from ${seenBy(asked.caller, kind, asked.channelId)} where ${isInRange('seen', asked)}
    order by created_at desc, id desc)`
}

/** `offset 0` has each thing asked for itself, and not all that is seen gathered first. */
function isSeen(kind: Kind, { caller, channelId }: Asked, id: RawBuilder<unknown>) {
  return sql`exists (select from ${seenBy(caller, kind, channelId)} where seen.id = ${id} offset 0)`
}

/**
 * Over `thing`: title, change and event. Both bounds of a time are given always, because a kept plan takes one alone for a
 * third of everything. A title without three letters in a row is beyond the index, which would be read whole.
 */
function matches(kind: Kind, { caller, title, changed, eventGuid }: Asked): RawBuilder<boolean> {
  const conditions = [sql<boolean>`thing.workspace_id = ${caller.workspace.id}`]
  if (eventGuid !== null) conditions.push(ofEvent[kind](eventGuid))
  if (title) {
    const searched = title.hasTrigram ? sql`thing.title_folded` : sql`(thing.title_folded || '')`
    conditions.push(sql`${searched} like ${title.pattern}`)
  }
  if (changed) {
    conditions.push(sql`thing.updated_at >= ${changed.from}::timestamptz`)
    conditions.push(sql`thing.updated_at < ${changed.until}::timestamptz`)
  }
  return sql`${sql.join(conditions, sql` and `)}`
}

const ofEvent = {
  note: (guid: string) => sql<boolean>`thing.event_guid = ${guid}`,
  recording: (guid: string) => sql<boolean>`thing.note_id in (select id from notes note
    where note.workspace_id = thing.workspace_id and note.event_guid = ${guid})`,
}

/** Where the list begins and ends; that its caller may name the channel, and still is who they were. */
function isInRange(of: 'seen' | 'thing', { caller, version, channelId, from, before }: Asked): RawBuilder<boolean> {
  const [createdAt, id] = [sql.ref(`${of}.created_at`), sql.ref(`${of}.id`)]
  return sql`${createdAt} >= ${from}::timestamptz
    and (${createdAt}, ${id}) < (${before.time}::timestamptz, ${before.id}::text)
    and ${channelId === null ? sql`true` : mayName(caller, channelId)} and ${isStill(caller, version)}`
}
