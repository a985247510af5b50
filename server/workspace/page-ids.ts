/**
 * Which notes or recordings are on a page: their ids are found first, from indexes as far as that goes, and then only the
 * page's own rows are read. Three ways:
 *
 * - In order: nothing but creation is asked for. One index range of the caller's sight, or of the channel.
 * - By event: the few things of one event, each asked whether it is seen.
 * - Sought, by title or change (sought-ids.ts).
 *
 * There are few wordings, whatever a request asks for: what it leaves out is filled in by a value that changes nothing.
 */
import { type RawBuilder, sql } from 'kysely'
import { limitOf } from '../platform/page.ts'
import { type Asked, isAllowed, isInRange, isOfWorkspace, isSeen, listOf, matches } from './asked.ts'
import { soughtIds } from './sought-ids.ts'
import { type Kind, namesOf } from './visible.ts'

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

const ways = { inOrder, byEvent, sought: soughtIds }

function inOrder(kind: Kind, asked: Asked) {
  return sql`select id from ${listOf(kind, asked)} as listed limit ${limitOf(asked.page)}`
}

function byEvent(kind: Kind, asked: Asked) {
  return sql`select thing.id from ${namesOf(kind).things} thing
    where ${isAllowed(asked)} and ${isOfWorkspace(asked)} and ${isInRange('thing', asked)} and ${matches(kind, asked)}
      and ${isSeen(kind, asked, sql`thing.id`)}
    order by thing.created_at desc, thing.id desc limit ${limitOf(asked.page)}`
}
