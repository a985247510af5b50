/** The query for a page of notes or recordings: where the list begins and ends, whose it is, what it is searched by. */
import { type RawBuilder, sql } from 'kysely'
import { findAllAddresses } from '../../people/accounts/addresses.ts'
import { requireChannel } from '../../people/accounts/channels.ts'
import type { Caller } from '../../people/caller/caller.ts'
import { isSeen, type PublishableKind, type Seen } from '../../people/sight/visible.ts'
import { readDates } from '../../platform/http/filters.ts'
import type { PageRequest } from '../../platform/http/page.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { listSeen } from './list-seen.ts'
import type { MeetingFilters } from './schemas.ts'
import { addressesIn, type Search, searchesOf } from './searches.ts'

export type ListQuery = {
  kind: PublishableKind
  caller: Caller
  /** The range of the list: created at or after `from`, and after the position `before` in the list, which is newest first. */
  from: Date | string
  before: { time: Date | string; id: string }
  eventGuid: string | null
  seriesId: string | null
  channelId: string | null
  searches: Search[]
  page: PageRequest
}

type ListRequest = { filters: MeetingFilters; page: PageRequest }

/** @throws {ApiError} 400 for a channel that is unknown or that the caller may not name */
export async function readListQuery(
  db: Db,
  caller: Caller,
  kind: PublishableKind,
  { filters, page }: ListRequest,
): Promise<ListQuery> {
  const channelId = filters.channel_id ?? null
  if (channelId !== null) await requireChannel(db, caller, channelId)
  const workspaceId = caller.workspace.id
  const accounts = await findAllAddresses(db, workspaceId, addressesIn(filters))
  return {
    kind,
    caller,
    ...rangeOf(filters, page),
    eventGuid: filters.event_guid ?? null,
    seriesId: filters.series_id ?? null,
    channelId,
    searches: searchesOf(filters, { kind, workspaceId, accounts }),
    page,
  }
}

/**
 * Nothing is updated before it is created, so an upper bound on the update bounds the creation too. The range begins
 * at that bound or at the cursor, whichever is older.
 */
function rangeOf(filters: MeetingFilters, { after }: PageRequest): Pick<ListQuery, 'from' | 'before'> {
  const { createdFrom, createdUntil, updatedUntil } = readDates(filters)
  const until = [createdUntil, updatedUntil].filter((time) => time !== null).sort((a, b) => Number(a) - Number(b))[0]
  const cursor = after && !(until && until <= after.time) ? after : null
  return { from: createdFrom ?? '-infinity', before: cursor ?? { time: until ?? 'infinity', id: '' } }
}

/** The first `most` of the list: what the caller sees, or what is published in the channel. */
export function listOf(query: ListQuery, most: number): RawBuilder<Seen> {
  const { caller, kind, channelId } = query
  return listSeen(caller, kind, { channelId, range: isInRange('seen', query), newestFirst: true, most })
}

export function isInRange(of: 'seen' | 'thing' | 'found', { from, before }: ListQuery): RawBuilder<boolean> {
  const [createdAt, id] = [sql.ref(`${of}.created_at`), sql.ref(`${of}.id`)]
  return sql<boolean>`${createdAt} >= ${from}::timestamptz
    and (${createdAt}, ${id}) < (${before.time}::timestamptz, ${before.id}::text)`
}

/** True for a `thing` that the caller sees, or that is published in the channel. */
export const isListed = ({ kind, caller, channelId }: ListQuery): RawBuilder<boolean> =>
  isSeen(kind, caller, sql`thing.id`, channelId)

/** The condition on `thing`: its workspace, and what the list is searched by. */
export function matches({ caller, searches }: ListQuery): RawBuilder<boolean> {
  const conditions = searches.map((search) => search.matches)
  return sql<boolean>`${sql.join([sql`thing.workspace_id = ${caller.workspace.id}`, ...conditions], sql` and `)}`
}
