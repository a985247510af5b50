/** The first things of a list, in its order: of all that the caller sees, or of what a channel reads. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../people/caller/caller.ts'
import { namesOf, type PublishableKind, type Seen, seenBy } from '../../people/sight/visible.ts'

/**
 * `range`: a condition on `seen.created_at` and `seen.id`. `most`: how many, a literal in the statement, because a cached plan
 * must know it.
 */
export type SeenRange = { channelId?: string | null; range: RawBuilder<boolean>; newestFirst: boolean; most: number }

export function listSeen(caller: Caller, kind: PublishableKind, wanted: SeenRange): RawBuilder<Seen> {
  const { channelId, range, newestFirst, most } = wanted
  if (!caller.superAdmin && channelId == null) return mergeReaders(caller, kind, wanted)
  return sql`(select id, created_at from ${seenBy(caller, kind, channelId)} where ${range}
    order by ${inOrder(newestFirst)} limit ${sql.lit(most)})`
}

const inOrder = (newestFirst: boolean) => (newestFirst ? sql`created_at desc, id desc` : sql`created_at, id`)

/** A person in more channels tries the newest of the workspace first. */
const manyReaders = 50
const nearest = 250

/**
 * Merges the ranges of the person and of their channels, and drops duplicates. Each reader gives a share of the list first;
 * the rest is read from those who may have more of it: a list of 1,000 for a person in 200 channels reads about 2,000
 * entries, not 200,000. One range costs 12 µs in 1,000,000 entries, so 200 of them take 3 ms for a page of 20. A person in
 * so many channels sees much of the workspace, and its newest things fill their page in 0.3 ms.
 */
function mergeReaders(
  { workspace, user }: Caller,
  kind: PublishableKind,
  { range, newestFirst, most }: SeenRange,
): RawBuilder<Seen> {
  const order = inOrder(newestFirst)
  const isBefore = newestFirst ? sql`>` : sql`<`
  const limit = sql.lit(most)
  const entries = (reader: RawBuilder<unknown>) => sql`select created_at, id from sight seen
    where workspace_id = ${workspace.id} and reader_kind = ${reader}.reader_kind and reader_id = ${reader}.reader_id
      and kind = ${sql.lit(kind)} and ${range}`
  return sql`(
    with mine as materialized (
      select 'person' as reader_kind, ${user.id}::text as reader_id
      union all
      select 'channel', channel_id from channel_members where workspace_id = ${workspace.id} and user_id = ${user.id}
    ), size as materialized (
      select count(*) > ${sql.lit(manyReaders)} as many, least(${limit}, 2 * ${limit} / count(*) + 2) as share from mine
    ), near as materialized (
      select id, created_at from (
        select id, created_at from ${namesOf(kind).things} seen
        where workspace_id = ${workspace.id} and ${range} and (select many from size) order by ${order} limit ${sql.lit(nearest)}) seen
      where exists (select from sight where workspace_id = ${workspace.id} and kind = ${sql.lit(kind)} and id = seen.id
        and (reader_kind = 'person' and reader_id = ${user.id} or reader_kind = 'channel' and reader_id in (
          select reader_id from mine where reader_kind = 'channel')) offset 0)
      limit ${limit}
    ), first as materialized (
      select mine.reader_kind, mine.reader_id, entry.* from mine cross join lateral (
        select created_at, id, row_number() over (order by ${order}) as place
        from (${entries(sql`mine`)} order by ${order} limit (select share from size)) entry) entry
      where (select count(*) from near) < ${limit}
    ), last as materialized (
      select created_at, id from (select distinct created_at, id from first) entry
      order by ${order} offset ${sql.lit(most - 1)} limit 1)
    select created_at, id from near where (select count(*) from near) = ${limit}
    union
    select created_at, id from first
    union
    select rest.created_at, rest.id from first cross join lateral (${entries(sql`first`)}
      and (first.created_at, first.id) ${isBefore} (created_at, id)
      order by ${order} limit ${limit} - (select share from size)) rest
    where first.place = (select share from size)
      and ((first.created_at, first.id) ${isBefore} (select created_at, id from last)) is not false
    order by ${order} limit ${limit})`
}
