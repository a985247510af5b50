/**
 * The ids of a page that is sought by title or change, in one place after the other until the page is full:
 *
 * 1. Nearby: among the next of the list's order, and further on if that was promising or the list is short.
 * 2. A title with three letters in a row, by the index: among those that the workspace made in the newest two fortnights
 *    of the list, and in the fourteen before if that was promising.
 * 3. By the index of titles or of changes, if the workspace has at most 10,000 such things.
 * 4. Along the list to its end.
 *
 * Each place costs a bounded amount of work, but for the last: 2 µs an entry of the list that is passed.
 */
import { type RawBuilder, sql } from 'kysely'
import { limitOf } from '../platform/page.ts'
import { type Asked, isInRange, isOfWorkspace, isSeen, listOf, matches } from './asked.ts'
import { type Kind, namesOf, seenBy } from './visible.ts'

const mostFound = sql.lit(10_000)

/** How many entries of the list are nearest where the index knows a title's things of a fortnight. */
const nearestOfTitle = sql.lit(400)
/** And where not; how many of them must be on the page for going on further, up to where a list is short, and how far on. */
const [nearest, promising, short, further] = [300, 5, 1_300, 3_300].map((count) => sql.lit(count))

/** The two newest fortnights of the list, the fourteen before them, and how many of the page the two must have for those. */
const fortnights = { newest: [0, 1], before: [2, 15], promising: 3, mostFound: 3_000 } as const

/**
 * Scans of `listed` and of what is in order keep it and go no further than asked, so that a limit ends the work: things are
 * looked up, and sight is asked for, of one after the other until the page is full.
 */
export function soughtIds(kind: Kind, asked: Asked): RawBuilder<string> {
  const limit = limitOf(asked.page)
  const isByFortnight = asked.title?.isIndexed ?? false
  return sql`with ${isByFortnight ? nearestOnly(kind, asked) : nearbyOrFurther(kind, asked)},
    ${isByFortnight ? byFortnight(kind, asked) : sql`enough as (select is_enough from near)`},
    found as materialized (
      select thing.id, thing.created_at from ${namesOf(kind).things} thing
      where ${isOfWorkspace(asked)} and ${isInRange('thing', asked)} and ${matches(kind, asked)}
        and not (select is_enough from enough)
      limit ${mostFound} + 1),
    few as materialized (select count(*) <= ${mostFound} as are_few from found),
    in_order as materialized (
      select id from found where (select are_few from few) order by created_at desc, id desc)
    (select id from near_ids where (select is_enough from near) limit ${limit})
    ${isByFortnight ? sql`union all (select id from made_ids where (select is_enough from enough) limit ${limit})` : sql``}
    union all (select id from in_order where ${isSeen(kind, asked, sql`in_order.id`)} limit ${limit})
    union all (${among(listOf(kind, asked), kind, asked)}
      and not (select is_enough from enough) and not (select are_few from few) limit ${limit})`
}

/** Place 1, as `near_ids`; `near` tells whether they are all of the page. */
function nearestOnly(kind: Kind, asked: Asked): RawBuilder<unknown> {
  return sql`listed as materialized (select id, created_at from ${listOf(kind, asked)} as list limit ${nearestOfTitle}),
    near_ids as materialized (${amongAll(sql`(select id from listed)`, kind, asked)}),
    near as materialized (
      select (select count(*) from near_ids) >= ${limitOf(asked.page)}
        or (select count(*) from listed) < ${nearestOfTitle} as is_enough)`
}

function nearbyOrFurther(kind: Kind, asked: Asked): RawBuilder<unknown> {
  const limit = limitOf(asked.page)
  return sql`listed as materialized (select id from ${listOf(kind, asked)} as list limit ${further}),
    nearest as materialized (
      ${among(sql`(select id from listed limit ${nearest})`, kind, asked)} limit ${limit}),
    going_on as materialized (
      select (select count(*) from nearest) < ${limit} and ((select count(*) from nearest) >= ${promising}
        or (select count(*) from (select from listed limit ${short}) as start) < ${short}) as is_worthwhile),
    behind as materialized (
      ${among(sql`(select id from listed offset ${nearest})`, kind, asked)}
        and (select is_worthwhile from going_on) limit ${limit}),
    near_ids as (select id from nearest union all select id from behind),
    near as materialized (
      select (select count(*) from near_ids) >= ${limit}
        or (select is_worthwhile from going_on) and (select count(*) from listed) < ${further} as is_enough)`
}

/**
 * Place 2, as `made_ids`; `enough` tells whether the first two have the page. A fortnight with more than 3,000 things of that
 * title is cut, and the page sought elsewhere.
 */
function byFortnight(kind: Kind, asked: Asked): RawBuilder<unknown> {
  const limit = limitOf(asked.page)
  const [promising, most] = [sql.lit(fortnights.promising), sql.lit(fortnights.mostFound)]
  const made = ([from, to]: readonly [number, number]) => sql`
    select thing.id, thing.is_cut from span
    cross join generate_series(span.newest - ${sql.lit(from)}, greatest(span.newest - ${sql.lit(to)}, span.oldest), -1) as at
    cross join lateral (
      select id, count(*) over () > ${most} as is_cut from (
        select thing.id, thing.created_at from ${namesOf(kind).things} thing
        where made_in(thing.workspace_id, fortnight_of(thing.created_at)) collate "C" = made_in(${asked.caller.workspace.id}, at)
          and ${isInRange('thing', asked)} and ${matches(kind, asked)} limit ${most} + 1) as found
      order by created_at desc, id desc) as thing
    where (thing.is_cut or ${isSeen(kind, asked, sql`thing.id`)})`
  return sql`span as materialized (
      select fortnight_of(newest.created_at) as newest, fortnight_of(oldest.created_at) as oldest
      from (select created_at from listed limit 1) as newest,
        (select created_at from ${seenBy(asked.caller, kind, asked.channelId)} where ${isInRange('seen', asked)}
          order by created_at, id limit 1) as oldest
      where not (select is_enough from near)),
    newest as materialized (${made(fortnights.newest)} limit ${limit}),
    going_back as materialized (
      select (select count(*) from newest) between ${promising} and ${limit} - 1 as is_worthwhile),
    before as materialized (${made(fortnights.before)} and (select is_worthwhile from going_back) limit ${limit}),
    made_ids as materialized (select id, is_cut from newest union all select id, is_cut from before),
    enough as materialized (
      select (select is_enough from near) or not exists (select from made_ids where is_cut)
        and ((select count(*) from made_ids) >= ${limit}
          or (select newest - oldest <= case when (select is_worthwhile from going_back)
            then ${sql.lit(fortnights.before[1])} else ${sql.lit(fortnights.newest[1])} end from span)) as is_enough)`
}

/** The things of a list that match, in its order; looked up one after the other, as far as is asked for. */
function among(list: RawBuilder<unknown>, kind: Kind, asked: Asked): RawBuilder<unknown> {
  return sql`select thing.id from ${list} as entry cross join lateral (
      select id, title_folded, updated_at from ${namesOf(kind).things} thing
      where ${isOfWorkspace(asked)} and id = entry.id offset 0) as thing
    where ${matches(kind, asked)}`
}

/** The same; all of them are looked up in one go, at a third of the cost each. */
function amongAll(list: RawBuilder<unknown>, kind: Kind, asked: Asked): RawBuilder<unknown> {
  return sql`select thing.id from (
      select id, created_at, title_folded, updated_at from ${namesOf(kind).things} thing
      where ${isOfWorkspace(asked)} and id = any(array(${list})) offset 0) as thing
    where ${matches(kind, asked)} order by thing.created_at desc, thing.id desc limit ${limitOf(asked.page)}`
}
