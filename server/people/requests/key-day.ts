/**
 * Requests of keys and sessions in their current 24 hours, counted over all processes that share the database (decision
 * 13 on rate limits).
 */
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/db.ts'
import { daySeconds } from '../../platform/time.ts'
import type { Via } from '../caller/caller.ts'
import { takesChanges } from '../caller/frozen.ts'

/** What requests are counted by: a key, with the sessions and grants that were made with it, or another session or grant. */
export type CountedKey = { workspaceId: string; kind: Via['kind']; id: string }

export const keyOf = ({ workspaceId, kind, id }: CountedKey): string => `${workspaceId}/${kind}/${id}`

const tables = {
  key: { owners: sql.table('api_keys'), use: sql.table('api_key_use'), id: sql.ref('key_id') },
  session: { owners: sql.table('sessions'), use: sql.table('session_use'), id: sql.ref('session_id') },
  grant: { owners: sql.table('oauth_grants'), use: sql.table('oauth_grant_use'), id: sql.ref('grant_id') },
}

/** Requests of a key: those that this process has not shared yet, or all that are known. */
export type KeyRequests = CountedKey & { requests: number }

/** When the key's 24 hours are over; the next ones begin with its next request. */
export type KeyDay = KeyRequests & { endsAt: Date }

/**
 * Adds requests to the count of all processes, in one statement for each kind. Deleted keys, and those of a frozen
 * workspace, are skipped.
 * @returns the day of each, with the requests that other processes counted
 */
export async function addRequests(db: Db, now: Date, counted: KeyRequests[]): Promise<KeyDay[]> {
  const kinds = Map.groupBy(counted, ({ kind }) => kind)
  const days: KeyDay[] = []
  for (const [kind, ofKind] of kinds) days.push(...(await addOfKind(db, now, kind, ofKind)))
  return days
}

async function addOfKind(db: Db, now: Date, kind: Via['kind'], counted: KeyRequests[]): Promise<KeyDay[]> {
  const { owners, use, id } = tables[kind]
  const endsAt = new Date(now.getTime() + daySeconds * 1_000)
  const { rows } = await sql<KeyDay>`
    insert into ${use} as day (workspace_id, ${id}, used, ends_at)
    select owner.workspace_id, owner.id, counted.requests, ${endsAt}
    from unnest(${counted.map((key) => key.workspaceId)}::text[], ${counted.map((key) => key.id)}::text[],
      ${counted.map((key) => key.requests)}::integer[]) as counted (workspace_id, id, requests)
    join ${owners} owner on owner.workspace_id = counted.workspace_id and owner.id = counted.id
    where ${takesChanges('owner.workspace_id')}
    -- All processes lock in one order, so that no two wait for each other.
    order by owner.workspace_id, owner.id
    -- Waits for one that is being deleted, so that it cannot fail the statement for all others.
    for key share of owner
    -- A day that ends later than one that begins now was begun by a clock that was ahead.
    on conflict (workspace_id, ${id}) do update set
      used = case when day.ends_at > ${now} and day.ends_at <= ${endsAt} then day.used else 0 end + excluded.used,
      ends_at = case when day.ends_at > ${now} and day.ends_at <= ${endsAt} then day.ends_at else excluded.ends_at end
    returning workspace_id as "workspaceId", ${kind}::text as kind, ${id} as id, used as requests, ends_at as "endsAt"`.execute(
    db,
  )
  return rows
}
