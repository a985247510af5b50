/** The query for a page of notes or recordings, and its conditions in SQL. */
import { type RawBuilder, sql } from 'kysely'
import { type DateFilters, readDates } from '../platform/http/filters.ts'
import type { PageRequest } from '../platform/http/page.ts'
import { containsPattern, foldCase } from '../platform/text.ts'
import type { Caller } from '../workspace/caller.ts'
import { isInvited, readInvited } from './invited.ts'
import { listSeen } from './list-seen.ts'
import { type PublishableKind, type Seen, seenBy } from './visible.ts'

export type Filters = DateFilters & {
  event_guid?: string | null
  series_id?: string | null
  channel_id?: string | null
  title?: string | null
  event_attendees?: string | string[] | null
}

export type ListQuery = {
  caller: Caller
  /** The range of the list: created at or after `from`, and after the position `before` in the list, which is newest first. */
  from: Date | string
  before: { time: Date | string; id: string }
  /** The filter for the time of the last change; null without one. */
  changed: { from: Date | string; until: Date | string } | null
  /** Folded. */
  title: string | null
  eventGuid: string | null
  seriesId: string | null
  channelId: string | null
  /** Addresses, folded, all of which must be invited. */
  invited: string[]
  page: PageRequest
}

export function listQuery(caller: Caller, filters: Filters, page: PageRequest): ListQuery {
  const { createdFrom, createdUntil, updatedFrom, updatedUntil } = readDates(filters)
  // Nothing is updated before it is created, so an upper bound on the update bounds the creation too. The range begins
  // at that bound or at the cursor, whichever is older.
  const until = [createdUntil, updatedUntil].filter((time) => time !== null).sort((a, b) => Number(a) - Number(b))[0]
  const cursor = page.after && !(until && until <= page.after.time) ? page.after : null
  return {
    caller,
    from: createdFrom ?? '-infinity',
    before: cursor ?? { time: until ?? 'infinity', id: '' },
    changed:
      updatedFrom || updatedUntil ? { from: updatedFrom ?? '-infinity', until: updatedUntil ?? 'infinity' } : null,
    // Every title contains an empty text.
    title: filters.title ? foldCase(filters.title) : null,
    eventGuid: filters.event_guid ?? null,
    seriesId: filters.series_id ?? null,
    channelId: filters.channel_id ?? null,
    invited: readInvited(filters.event_attendees),
    page,
  }
}

/**
 * The notes or recordings that the caller sees, or only those published in the channel, from the start of the page on.
 * @param most  how many at most
 */
export function listOf(kind: PublishableKind, query: ListQuery, most: number): RawBuilder<Seen> {
  const { caller, channelId } = query
  return listSeen(caller, kind, { channelId, range: isInRange('seen', query), newestFirst: true, most })
}

/**
 * With `offset 0` PostgreSQL probes the index for each one, instead of first reading everything that the caller sees.
 */
export function isSeen(
  kind: PublishableKind,
  { caller, channelId }: Pick<ListQuery, 'caller' | 'channelId'>,
  id: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`exists (select from ${seenBy(caller, kind, channelId)} where seen.id = ${id} offset 0)`
}

/** The condition on `thing`: its workspace, title, time of the last change, and who was invited. */
export function matches(kind: PublishableKind, { caller, title, changed, invited }: ListQuery): RawBuilder<boolean> {
  const conditions = [sql<boolean>`thing.workspace_id = ${caller.workspace.id}`]
  if (title !== null) conditions.push(sql`thing.title_folded like ${containsPattern(title)}`)
  if (changed) conditions.push(isChanged(changed))
  if (invited.length > 0) conditions.push(isInvited(kind, caller.workspace.id, invited))
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Always has both bounds, because a kept plan estimates one alone as a third of everything. */
export function isChanged({ from, until }: NonNullable<ListQuery['changed']>): RawBuilder<boolean> {
  return sql<boolean>`(thing.updated_at >= ${from}::timestamptz and thing.updated_at < ${until}::timestamptz)`
}

/** Where the list begins and ends. */
export function isInRange(of: 'seen' | 'thing', { from, before }: ListQuery): RawBuilder<boolean> {
  const [createdAt, id] = [sql.ref(`${of}.created_at`), sql.ref(`${of}.id`)]
  return sql<boolean>`${createdAt} >= ${from}::timestamptz
    and (${createdAt}, ${id}) < (${before.time}::timestamptz, ${before.id}::text)`
}
