/** Rate slots that all workers share: the results of pace.ts, kept in the database (spec 8, decision 34). */
import { type RawBuilder, sql } from 'kysely'
import { notFrozen } from '../../people/caller/frozen.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { Clock } from '../../platform/time.ts'
import { type Lane, takeSlots } from './pace.ts'

/**
 * In a query over `webhooks`: the lane of its requests. User webhooks and chats have one each, and the workspace webhooks of
 * a key, or without a key of an owner, share one. The three may have the same id, so each has a prefix.
 */
export const laneOfWebhook = sql<string>`
  case when webhooks.scope in ('user', 'channel') then 'webhook ' || webhooks.id
    else coalesce('key ' || webhooks.api_key_id, 'person ' || webhooks.user_id) end`

export type LaneKey = { workspace_id: string; lane: string }
export type LaneChange = LaneKey & { sent_ms: number[]; queued_until_ms: number }

const keyOf = ({ workspace_id, lane }: LaneKey) => `${workspace_id} ${lane}`

/**
 * Reserves a rate slot for each of these messages, in their order; `changes` must be stored in the same transaction.
 * @param clock   read once these lanes are locked
 * @returns the moment of the slots, and when messages without a slot may try
 */
export async function reserveSlots<M extends LaneKey>(
  tx: Tx,
  clock: Clock,
  messages: M[],
  perSecond: number,
): Promise<{ slotAt: Date; later: Map<M, Date>; changes: LaneChange[] }> {
  const byLane = Map.groupBy(messages, keyOf)
  const stored = await lockLanes(
    tx,
    [...byLane.values()].map(([first]) => first!),
  )
  const slotAt = clock()
  const later = new Map<M, Date>()
  const changes: LaneChange[] = []
  for (const [key, waiting] of byLane) {
    const slots = takeSlots(stored.get(key)!, slotAt.getTime(), waiting.length, perSecond)
    const free = waiting.length - slots.later.length
    for (const [index, time] of slots.later.entries()) later.set(waiting[free + index]!, new Date(time))
    const { workspace_id, lane } = waiting[0]!
    changes.push({
      workspace_id,
      lane,
      sent_ms: slots.lane.reserved,
      queued_until_ms: Math.ceil(slots.lane.queuedUntil),
    })
  }
  return { slotAt, later, changes }
}

/** The locks let one worker at a time reserve in a lane. Lanes are locked in one order, so that there is no deadlock. */
async function lockLanes(tx: Tx, lanes: LaneKey[]): Promise<Map<string, Lane>> {
  const wanted = lanes.map(({ workspace_id, lane }) => ({ workspace_id, lane }))
  const { rows } = await sql<LaneKey & { sent_ms: string[]; queued_until_ms: string }>`
    insert into delivery_lanes as kept (workspace_id, lane, sent_ms, queued_until_ms)
    select workspace_id, lane, '{}', 0 from json_to_recordset(${JSON.stringify(wanted)}::json)
      as wanted (workspace_id text, lane text) order by workspace_id, lane
    on conflict (workspace_id, lane) do update set lane = kept.lane
    returning workspace_id, lane, sent_ms, queued_until_ms`.execute(tx)
  return new Map(
    rows.map((row) => [keyOf(row), { reserved: row.sent_ms.map(Number), queuedUntil: Number(row.queued_until_ms) }]),
  )
}

/** A statement for a `with` that stores what was reserved. */
export const storeLanes = (changes: LaneChange[]): RawBuilder<unknown> => sql`
  update delivery_lanes set sent_ms = changed.sent_ms, queued_until_ms = changed.queued_until_ms
  from json_to_recordset(${JSON.stringify(changes)}::json)
    as changed (workspace_id text, lane text, sent_ms bigint[], queued_until_ms bigint)
  where delivery_lanes.workspace_id = changed.workspace_id and delivery_lanes.lane = changed.lane`

/** Removes lanes of deleted webhooks and keys; a lane that a worker has locked is removed the next time. */
export async function forgetLanes(db: Db): Promise<void> {
  await sql`
    delete from delivery_lanes where (workspace_id, lane) in (
      select workspace_id, lane from delivery_lanes
      where ${notFrozen('delivery_lanes.workspace_id')} and not exists (select from webhooks
          where webhooks.workspace_id = delivery_lanes.workspace_id and 'webhook ' || webhooks.id = delivery_lanes.lane)
        and not exists (select from api_keys
          where api_keys.workspace_id = delivery_lanes.workspace_id and 'key ' || api_keys.id = delivery_lanes.lane)
        and not exists (select from webhooks
          where webhooks.workspace_id = delivery_lanes.workspace_id and webhooks.scope = 'workspace'
            and webhooks.api_key_id is null and 'person ' || webhooks.user_id = delivery_lanes.lane)
      for update skip locked)`.execute(db)
}
