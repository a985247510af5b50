/**
 * The first things of a list, in its order: of all that the caller sees, or of what a channel reads.
 *
 * The list of a person is merged from the ranges of its readers, the person and their channels. One range costs 12 µs in
 * 1,000,000 entries. Measured for a person in 200 channels (docs/decisions/lists.md):
 *
 * | threshold     | what it bounds                                         | with it          | without          |
 * |---------------|--------------------------------------------------------|------------------|------------------|
 * | `manyReaders` | readers whose ranges are merged at once                | 0.6 ms a page    | 4 ms a page      |
 * | `nearest`     | things of the workspace that are tried if there are more | 0.3 ms, if they fill the page | 3 ms |
 * | `shareOf`     | entries that each reader gives at first                | a list of 1,000 reads 2,000 | 200,000 |
 */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../people/caller/caller.ts'
import { namesOf, type PublishableKind, type Seen, seenBy } from '../../people/sight/visible.ts'
import { probe } from '../../platform/postgres/db.ts'

/** A person in so many channels sees much of the workspace, so its newest things are likely to fill their page. */
const manyReaders = 50
const nearest = 250
/** Twice what a reader has on the list if all have the same. In the row `size` of all readers. */
const shareOf = (most: RawBuilder<unknown>) => sql`least(${most}, 2 * ${most} / count(*) + 2)`

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

/** Drops duplicates: several readers may have the same thing. */
function mergeReaders(
  caller: Caller,
  kind: PublishableKind,
  { range, newestFirst, most }: SeenRange,
): RawBuilder<Seen> {
  const [order, limit] = [inOrder(newestFirst), sql.lit(most)]
  const isBefore = newestFirst ? sql`>` : sql`<`
  const entries = (reader: RawBuilder<unknown>) => sql`select created_at, id from sight seen
    where workspace_id = ${caller.workspace.id} and reader_kind = ${reader}.reader_kind and reader_id = ${reader}.reader_id
      and kind = ${sql.lit(kind)} and ${range}`
  // The share of each reader, unless `near` is the list already.
  const first = sql`
    select mine.reader_kind, mine.reader_id, entry.* from mine cross join lateral (
      select created_at, id, row_number() over (order by ${order}) as place
      from (${entries(sql`mine`)} order by ${order} limit (select share from size)) entry) entry
    where (select count(*) from near) < ${limit}`
  // Where the list ends if nobody has more: nothing after it can be on the list.
  const last = sql`
    select created_at, id from (select distinct created_at, id from first) entry
    order by ${order} offset ${sql.lit(most - 1)} limit 1`
  // The rest of those whose whole share is on the list, who may have more of it.
  const rest = sql`
    select rest.created_at, rest.id from first cross join lateral (${entries(sql`first`)}
      and (first.created_at, first.id) ${isBefore} (created_at, id)
      order by ${order} limit ${limit} - (select share from size)) rest
    where first.place = (select share from size)
      and ((first.created_at, first.id) ${isBefore} (select created_at, id from last)) is not false`
  return sql`(
    with mine as materialized (${readersOf(caller)}),
    size as materialized (select count(*) > ${sql.lit(manyReaders)} as many, ${shareOf(limit)} as share from mine),
    near as materialized (${nearestSeen(caller, kind, range, order)} limit ${limit}),
    first as materialized (${first}),
    last as materialized (${last})
    select created_at, id from near where (select count(*) from near) = ${limit}
    union
    select created_at, id from first
    union
    ${rest}
    order by ${order} limit ${limit})`
}

const readersOf = ({ workspace, user }: Caller) => sql`
  select 'person' as reader_kind, ${user.id}::text as reader_id
  union all
  select 'channel', channel_id from channel_members where workspace_id = ${workspace.id} and user_id = ${user.id}`

/** For a person with many readers: the first things of the workspace that one of them has. */
const nearestSeen = (
  { workspace, user }: Caller,
  kind: PublishableKind,
  range: RawBuilder<boolean>,
  order: RawBuilder<unknown>,
) => sql`
  select id, created_at from (
    select id, created_at from ${namesOf(kind).things} seen
    where workspace_id = ${workspace.id} and ${range} and (select many from size) order by ${order} limit ${sql.lit(nearest)}) seen
  where ${probe(sql`select from sight where workspace_id = ${workspace.id} and kind = ${sql.lit(kind)} and id = seen.id
    and (reader_kind = 'person' and reader_id = ${user.id} or reader_kind = 'channel' and reader_id in (
      select reader_id from mine where reader_kind = 'channel'))`)}`
