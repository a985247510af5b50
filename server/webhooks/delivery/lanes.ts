/** The lanes as all workers share them: what pace.ts decides, kept in the database (spec 8, decision 34). */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { Clock } from '../../platform/time.ts'
import { freePlaces, type Lane, takePlaces } from './pace.ts'

/** Over `webhooks`: which lane its requests take. A webhook and a key may have the same id, so each kind is named. */
export const laneOfWebhook = sql<string>`
  case webhooks.scope when 'user' then 'webhook ' || webhooks.id else 'key ' || webhooks.api_key_id end`

type LaneKey = { workspace_id: string; lane: string }

const nameOf = ({ workspace_id, lane }: LaneKey) => `${workspace_id} ${lane}`

/**
 * Takes places for messages, in their order.
 * @param clock   read once it is this worker's turn
 * @param unused  places taken before that nobody will use; of these lanes they are given back
 * @returns the moment that the places are for, and when those may try that may not leave then
 */
export async function paced<M extends LaneKey>(
  tx: Tx,
  clock: Clock,
  messages: M[],
  perSecond: number,
  unused: (LaneKey & { leavesAt: Date })[] = [],
): Promise<{ now: Date; later: Map<M, Date> }> {
  const byLane = Map.groupBy(messages, nameOf)
  const unusedByLane = Map.groupBy(unused, nameOf)
  const stored = await lockLanes(
    tx,
    [...byLane.values()].map(([first]) => first!),
  )
  const now = clock()
  const later = new Map<M, Date>()
  const changed: (LaneKey & { lane_state: Lane })[] = []
  for (const [name, waiting] of byLane) {
    const { workspace_id, lane } = waiting[0]!
    const unusedTimes = unusedByLane.get(name)?.map(({ leavesAt }) => leavesAt.getTime()) ?? []
    const before = freePlaces(stored.get(name) ?? { sent: [], queuedUntil: 0 }, unusedTimes)
    const places = takePlaces(before, now.getTime(), waiting.length, perSecond)
    const leaving = waiting.length - places.later.length
    waiting.slice(leaving).forEach((message, index) => {
      later.set(message, new Date(places.later[index]!))
    })
    changed.push({ workspace_id, lane, lane_state: places.lane })
  }
  await storeLanes(tx, changed)
  return { now, later }
}

/** Two workers take places in one lane after each other; lanes are locked in one order, so that none wait in a circle. */
async function lockLanes(tx: Tx, lanes: LaneKey[]): Promise<Map<string, Lane>> {
  const keys = [lanes.map(({ workspace_id }) => workspace_id), lanes.map(({ lane }) => lane)]
  const { rows } = await sql<LaneKey & { sent_ms: string[]; queued_until_ms: string }>`
    with wanted as (select distinct * from unnest(${keys[0]}::text[], ${keys[1]}::text[]) as wanted (workspace_id, lane)),
    made as (
      insert into delivery_lanes select workspace_id, lane, '{}', 0 from wanted order by workspace_id, lane
      on conflict (workspace_id, lane) do update set lane = excluded.lane
      returning workspace_id, lane, sent_ms, queued_until_ms)
    select * from made`.execute(tx)
  return new Map(
    rows.map((row) => [nameOf(row), { sent: row.sent_ms.map(Number), queuedUntil: Number(row.queued_until_ms) }]),
  )
}

async function storeLanes(tx: Tx, lanes: (LaneKey & { lane_state: Lane })[]): Promise<void> {
  if (lanes.length === 0) return
  const rows = lanes.map(({ workspace_id, lane, lane_state: { sent, queuedUntil } }) => ({
    workspace_id,
    lane,
    sent_ms: sent,
    queued_until_ms: Math.ceil(queuedUntil),
  }))
  await sql`
    update delivery_lanes set sent_ms = to_store.sent_ms, queued_until_ms = to_store.queued_until_ms
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as to_store (workspace_id text, lane text, sent_ms bigint[], queued_until_ms bigint)
    where delivery_lanes.workspace_id = to_store.workspace_id and delivery_lanes.lane = to_store.lane`.execute(tx)
}

/** Lanes of webhooks and keys that are gone; one that a worker has in hand is for the next time. */
export async function forgetLanes(db: Db): Promise<void> {
  await sql`
    delete from delivery_lanes where (workspace_id, lane) in (
      select workspace_id, lane from delivery_lanes
      where not exists (select from webhooks
          where webhooks.workspace_id = delivery_lanes.workspace_id and 'webhook ' || webhooks.id = delivery_lanes.lane)
        and not exists (select from api_keys
          where api_keys.workspace_id = delivery_lanes.workspace_id and 'key ' || api_keys.id = delivery_lanes.lane)
      for update skip locked)`.execute(db)
}
