/** Requests of keys in their current 24 hours, counted over all processes that share the database (decision 13). */
import { sql } from 'kysely'
import type { Db } from '../platform/postgres/db.ts'

export const daySeconds = 86_400

export type KeyName = { workspaceId: string; keyId: string }

/** Requests of a key: those that this process has not shared yet, or all that are known. */
export type KeyRequests = KeyName & { requests: number }

/** When the key's 24 hours are over: they begin with its first request after the last ones. */
export type KeyDay = KeyRequests & { endsAt: Date }

/**
 * Adds requests to the count of all processes. One statement, however many keys; a deleted key is skipped.
 * @returns the day of each key, with the requests that other processes counted
 */
export async function addRequests(db: Db, now: Date, counted: KeyRequests[]): Promise<KeyDay[]> {
  const endsAt = new Date(now.getTime() + daySeconds * 1_000)
  const { rows } = await sql<KeyDay>`
    insert into api_key_use as day (workspace_id, key_id, used, ends_at)
    select key.workspace_id, key.id, counted.requests, ${endsAt}
    from unnest(${counted.map((key) => key.workspaceId)}::text[], ${counted.map((key) => key.keyId)}::text[],
      ${counted.map((key) => key.requests)}::integer[]) as counted (workspace_id, id, requests)
    join api_keys key on key.workspace_id = counted.workspace_id and key.id = counted.id
    -- All processes lock in one order, so that no two wait for each other.
    order by key.workspace_id, key.id
    on conflict (workspace_id, key_id) do update set
      used = case when day.ends_at > ${now} then day.used + excluded.used else excluded.used end,
      ends_at = case when day.ends_at > ${now} then day.ends_at else excluded.ends_at end
    returning workspace_id as "workspaceId", key_id as "keyId", used as requests, ends_at as "endsAt"`.execute(db)
  return rows
}
