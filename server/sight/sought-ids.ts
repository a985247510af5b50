/**
 * The ids of a page that is sought by title or change, in one place after the other until the page is full:
 *
 * 1. Nearby: among the list's next entries, and further on if they are promising.
 * 2. A title of three characters or more: by the index of titles, in the newest fortnights of the list.
 * 3. In all of the list, if it is short.
 * 4. By the index of titles, and else of changes, unless there are too many such things.
 * 5. Along the list to its end.
 *
 * Each place reads a bounded number of rows, with three exceptions: the last passes all of the list, 2 µs an entry; the index
 * of titles names all that it has for a title before the first of them is read, 0.1 µs each; and no index knows what has one
 * or two characters in its title, so that place 4 reads the titles of the workspace, 0.4 µs each.
 */
import { type RawBuilder, sql } from 'kysely'
import { limitOf } from '../platform/http/page.ts'
import { type Asked, isChanged, isInRange, isOfWorkspace, isSeen, listOf, matches } from './list-query.ts'
import { type Kind, namesOf, seenBy } from './visible.ts'

/** How far each place reaches. */
export const reaches = {
  /** The next entries of the list. So many `promising` ones among them promise a page within `further`. */
  nearest: { byTitle: 60, byOther: 300 },
  promising: { byTitle: 2, byOther: 5 },
  further: { byTitle: 300, byOther: 3_300 },
  fortnights: 12,
  /** Things with the title that each of the newest four fortnights may have; the fifth a fifth of it, the sixth a sixth. */
  inFortnight: 3_000,
  fullFortnights: 4,
  /** So many of a fortnight are asked for their sight in one go, which costs half of one after the other. */
  atOnce: 100,
  /** Entries of a list that is looked through. */
  short: 1_300,
  /** Things with the title, or whatever is sought, that the workspace may have. */
  inWorkspace: 10_000,
}

/**
 * Scans of `listed` and of what is in order keep it and go no further than asked, so that a limit ends the work: things are
 * looked up, and sight is asked for, of one after the other until the page is full.
 */
export function soughtIds(kind: Kind, asked: Asked): RawBuilder<string> {
  const limit = limitOf(asked.page)
  const isByTitle = asked.title?.isIndexed ?? false
  const indexes = indexesFor(kind, asked)
  const found = indexes.map((index, at) => byIndex(kind, asked, index, indexes.slice(0, at)))
  const ids = indexes.map((index) => sql`union all (${idsByIndex(kind, asked, index)})`)
  const list = sql`(select id from ${listOf(kind, asked)} as listed where ${isStillSought(indexes)})`
  return sql`with ${nearby(kind, asked, isByTitle ? 'byTitle' : 'byOther')},
    ${isByTitle ? byFortnight(kind, asked) : sql`made as (select is_enough from near)`},
    ${throughShortList(kind, asked, isByTitle ? amongAll : among)},
    ${sql.join(found)}
    (select id from near_ids where (select is_enough from near) limit ${limit})
    ${isByTitle ? sql`union all (select id from made_ids where (select is_enough from made))` : sql``}
    union all (select id from (select id from near_ids union all select id from rest_ids) as listed
      where (select is_worthwhile from going_through) limit ${limit})
    ${sql.join(ids, sql` `)}
    union all (${among(list, kind, asked)})`
}

/** Place 1, as `near_ids`: `reached` tells how far, and `near` whether they are all of the page. */
function nearby(kind: Kind, asked: Asked, by: 'byTitle' | 'byOther'): RawBuilder<unknown> {
  const [nearest, promising, further] = [reaches.nearest[by], reaches.promising[by], reaches.further[by]]
  const read = by === 'byTitle' ? amongAll : among
  const listed = Math.max(further, reaches.short) + 1
  const next = sql`(select id from listed offset ${sql.lit(nearest)} limit (select entries from reached) - ${sql.lit(nearest)})`
  return sql`listed as materialized (select id, created_at from ${listOf(kind, asked)} as list limit ${sql.lit(listed)}),
    nearest_ids as materialized (${read(sql`(select id from listed limit ${sql.lit(nearest)})`, kind, asked)}),
    reached as materialized (
      select case when count(*) >= ${sql.lit(promising)} and count(*) < ${limitOf(asked.page)}
        then ${sql.lit(further)} else ${sql.lit(nearest)} end as entries
      from nearest_ids),
    next_ids as materialized (${read(next, kind, asked)}),
    near_ids as (select id from nearest_ids union all select id from next_ids),
    near as materialized (
      select (select count(*) from near_ids) >= ${limitOf(asked.page)}
        or not exists (select from listed offset (select entries from reached)) as is_enough)`
}

/**
 * Place 2, as `made_ids`; `made` tells whether this place or the first has the page. A fortnight of which not all is read is
 * cut, and the page sought elsewhere.
 */
function byFortnight(kind: Kind, asked: Asked): RawBuilder<unknown> {
  const [fortnights, inFortnight, atOnce] = [
    sql.lit(reaches.fortnights),
    sql.lit(reaches.inFortnight),
    sql.lit(reaches.atOnce),
  ]
  return sql`span as materialized (
      select fortnight_of(newest.created_at) as newest, fortnight_of(oldest.created_at) as oldest
      from (select created_at from listed limit 1) as newest,
        (select created_at from ${seenBy(asked.caller, kind, asked.channelId)} where ${isInRange('seen', asked)}
          order by created_at, id limit 1) as oldest
      where not (select is_enough from near)),
    made_ids as materialized (
      select thing.id, found.is_cut
      from span cross join generate_series(newest, greatest(oldest, newest - ${fortnights} + 1), -1) as fortnight
      cross join lateral (
        select case when newest - fortnight < ${sql.lit(reaches.fullFortnights)} then ${inFortnight}
          else ${inFortnight} / (newest - fortnight + 1) end as most) as part
      cross join lateral (${titleKeys(sql`made_in(${workspaceOf(asked)}, fortnight)`, asked)}) as place
      cross join lateral (
        select count(*) > most as is_cut,
          array_agg(id order by created_at desc, id desc) filter (where ${isWanted(kind, asked)}) as ids
        from ${titled(sql`place.keys`, kind, sql`limit most + 1`)}) as found
      cross join lateral (
        select null as id where found.is_cut
        union all (
          select id from ${seenBy(asked.caller, kind, asked.channelId)}
          where seen.id = any(found.ids[:${atOnce}]) and not found.is_cut order by created_at desc, id desc)
        union all (
          select id from unnest(found.ids[${atOnce} + 1:]) as thing(id)
          where not found.is_cut and ${isSeen(kind, asked, sql`thing.id`)})) as thing
      limit ${limitOf(asked.page)}),
    made as materialized (
      select (select is_enough from near) or not exists (select from made_ids where is_cut)
        and ((select count(*) from made_ids) >= ${limitOf(asked.page)}
          or (select newest - oldest < ${fortnights} from span)) as is_enough)`
}

/** Place 3, as `rest_ids` behind `near_ids`; `enough` tells whether this place or one before it has the page. */
function throughShortList(kind: Kind, asked: Asked, read: typeof among): RawBuilder<unknown> {
  const rest = sql`(select id from listed where (select is_worthwhile from going_through) offset (select entries from reached))`
  return sql`going_through as materialized (
      select not (select is_enough from made)
        and not exists (select from listed offset ${sql.lit(reaches.short)}) as is_worthwhile),
    rest_ids as materialized (${read(rest, kind, asked)}),
    enough as materialized (
      select (select is_enough from made) or (select is_worthwhile from going_through) as is_enough)`
}

type Index = { name: 'title' | 'change' | 'workspace'; things: RawBuilder<unknown> }

/** Where things may be found: by title, by change, or, with a title that is not indexed, among all of the workspace. */
function indexesFor(kind: Kind, asked: Asked): Index[] {
  const { title, changed } = asked
  const where = (condition: RawBuilder<boolean>) =>
    sql`(select id, workspace_id, created_at, title_folded, updated_at from ${namesOf(kind).things} thing
      where ${isOfWorkspace(asked)} and ${condition} offset 0) as thing`
  const indexes: Index[] = []
  if (title?.isIndexed) {
    indexes.push({ name: 'title', things: titled(sql`(${titleKeys(workspaceOf(asked), asked)})`, kind, sql`offset 0`) })
  }
  if (changed) indexes.push({ name: 'change', things: where(isChanged(changed)) })
  if (indexes.length > 0) return indexes
  return [{ name: 'workspace', things: where(sql`${isInRange('thing', asked)} and ${matches(kind, asked)}`) }]
}

/** Place 4: what the index has, and whether it is wanted. What is not wanted counts too, so that an end of reading is near. */
function byIndex(kind: Kind, asked: Asked, { name, things }: Index, before: Index[]): RawBuilder<unknown> {
  const [found, most] = [sql.ref(`found_by_${name}`), sql.lit(reaches.inWorkspace)]
  return sql`${found} as materialized (
      select id, created_at, ${isWanted(kind, asked)} as is_wanted from ${things} where ${isStillSought(before)} limit ${most} + 1),
    ${sql.ref(`few_by_${name}`)} as materialized (select count(*) <= ${most} as are_few from ${found})`
}

function idsByIndex(kind: Kind, asked: Asked, { name }: Index): RawBuilder<unknown> {
  return sql`select id from (
      select id from ${sql.ref(`found_by_${name}`)} where is_wanted and (select are_few from ${sql.ref(`few_by_${name}`)})
      order by created_at desc, id desc) as thing
    where ${isSeen(kind, asked, sql`thing.id`)} limit ${limitOf(asked.page)}`
}

/** Whether the places before these indexes did not have the page, and the indexes had too many things. */
function isStillSought(indexes: Index[]): RawBuilder<boolean> {
  const hadTooMany = indexes.map(({ name }) => sql` and not (select are_few from ${sql.ref(`few_by_${name}`)})`)
  return sql<boolean>`not (select is_enough from enough) ${sql.join(hadTooMany, sql``)}`
}

/** The keys of a title's runs of three characters in a place: the workspace, or a fortnight of it. */
function titleKeys(place: RawBuilder<unknown>, { title }: Asked): RawBuilder<unknown> {
  return sql`select array_agg(title_key(${place}, substr(${title?.text}, start, 3))) as keys
    from generate_series(1, length(${title?.text}) - 2) as start`
}

/**
 * What the index of titles finds: all that have the runs, in whatever order. By itself, because PostgreSQL does not know how
 * few they are and would read another index as well.
 */
function titled(keys: RawBuilder<unknown>, kind: Kind, end: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select id, workspace_id, created_at, title_folded, updated_at from ${namesOf(kind).things}
    where title_keys(workspace_id, created_at, title_folded) @> ${keys} ${end}) as thing`
}

function isWanted(kind: Kind, asked: Asked): RawBuilder<boolean> {
  return sql`${isOfWorkspace(asked)} and ${isInRange('thing', asked)} and ${matches(kind, asked)}`
}

/** The things of a list that match, in its order; looked up one after the other, as far as is asked for. */
function among(list: RawBuilder<unknown>, kind: Kind, asked: Asked): RawBuilder<unknown> {
  return sql`select thing.id from ${list} as entry cross join lateral (
      select id, title_folded, updated_at from ${namesOf(kind).things} thing
      where ${isOfWorkspace(asked)} and id = entry.id offset 0) as thing
    where ${matches(kind, asked)} limit ${limitOf(asked.page)}`
}

/** The same; all of them are looked up in one go, at a third of the cost each. */
function amongAll(list: RawBuilder<unknown>, kind: Kind, asked: Asked): RawBuilder<unknown> {
  return sql`select thing.id from (
      select id, created_at, title_folded, updated_at from ${namesOf(kind).things} thing
      where ${isOfWorkspace(asked)} and id = any(array(${list})) offset 0) as thing
    where ${matches(kind, asked)} order by thing.created_at desc, thing.id desc limit ${limitOf(asked.page)}`
}

const workspaceOf = ({ caller }: Asked) => sql`${caller.workspace.id}::text`
