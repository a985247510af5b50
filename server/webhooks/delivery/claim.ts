/**
 * Claims a batch of due messages, each with its rate slot, in one transaction that ends before the first request is made. The
 * cost depends on the batch only, not on how many messages wait for later.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { takesChanges } from '../../people/caller/frozen.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { Clock } from '../../platform/time.ts'
import { type Due, findDue, readBodies } from './due.ts'
import { isAmong, lockMessages } from './lock-messages.ts'
import { findRoom, type InMemory, nothingInMemory } from './message-memory.ts'
import { slackMs } from './pace.ts'
import { type LaneChange, reserveSlots, storeLanes } from './rate-slots.ts'

export type Claimed = Omit<Due, 'bytes' | 'body' | 'ready' | 'unread'> & {
  body: Buffer
  /** Identifies the claim: finishing it changes nothing once another worker took the message over. */
  claim: string
  /** The moment of its rate slot, and the latest moment to begin; after that it is due again, without an attempt. */
  slotAt: Date
  startBy: Date
}

export type ClaimPolicy = {
  /** Requests in any second of a lane; 0 is no limit. */
  perSecond: number
  /** How long a claim is valid while its worker lives: longer than the longest attempt. */
  leaseSeconds: number
}

/** How long a message without a rate limit may wait in its worker; its claim must outlast the attempt. */
export const longestWaitMs = 10_000
/** How long a message is deferred when its body does not fit in memory. */
export const deferMs = 1_000

export type Claim = {
  /** The messages to send now. */
  claimed: Claimed[]
  /** How many messages were read. If it is the limit, more may be due. */
  seen: number
  /** Whether a message stays due, as its body has no room in memory. */
  isFull: boolean
}

export type ClaimOptions = {
  /**
   * The number of the claiming worker. If null, other workers cannot see that it is gone: its claims only expire by
   * time.
   */
  worker?: number | null
  /** The bodies that the caller has in memory already. */
  inMemory?: InMemory
  /** How long this transaction is likely to take: rate slots are reserved for its end. */
  aheadMs?: number
}

/** @param limit  messages to read, the longest due first */
export async function claimDue(
  db: Db,
  clock: Clock,
  limit: number,
  { perSecond, leaseSeconds }: ClaimPolicy,
  { worker = null, inMemory = nothingInMemory, aheadMs = 0 }: ClaimOptions = {},
): Promise<Claim> {
  return db.transaction().execute(async (tx) => {
    const due = await findDue(tx, clock(), limit)
    const { toRead, deferred, waiting, next } = findRoom(
      due.filter(({ ready, unread }) => ready && !unread),
      perSecond,
      inMemory,
    )
    const isFull = waiting !== undefined
    const seen = (next ? due.slice(0, due.indexOf(next)) : due).filter((message) => message !== waiting)
    if (seen.length === 0) return { claimed: [], seen: 0, isFull }
    // Reading may take long, so it comes before the slots, which are valid for a moment only.
    const bodies = await readBodies(tx, toRead)
    const soon = () => new Date(clock().getTime() + aheadMs)
    const sendable = seen.filter((message) => message.ready && !message.unread && !deferred.has(message))
    const { slotAt, later, changes } =
      perSecond > 0 && sendable.length > 0
        ? await reserveSlots(tx, soon, sendable, perSecond)
        : { slotAt: clock(), later: new Map<Due, Date>(), changes: [] }
    for (const message of deferred) later.set(message, new Date(slotAt.getTime() + deferMs))
    const claim = { claim: randomUUID(), worker, until: new Date(slotAt.getTime() + leaseSeconds * 1_000) }
    const startBy = new Date(slotAt.getTime() + (perSecond > 0 ? slackMs : longestWaitMs))
    await store(tx, seen, later, claim, changes)
    const claimed = sendable
      .filter((message) => !later.has(message))
      .map((message) => ({ ...message, body: bodies.get(message)!, claim: claim.claim, slotAt, startBy }))
    return { claimed, seen: seen.length, isFull }
  })
}

/** Stores the new state of each message: claimed, held, due later, or cancelled. A held one keeps the time at which it was due. */
async function store(
  tx: Tx,
  seen: Due[],
  later: Map<Due, Date>,
  { claim, worker, until }: { claim: string; worker: number | null; until: Date },
  lanes: LaneChange[],
): Promise<void> {
  const rows = seen.map((message) => {
    const { workspace_id, id, ready, unread: cancelled } = message
    return { workspace_id, id, cancelled, held: !ready && !cancelled, later: (ready && later.get(message)) || null }
  })
  await sql`
    with lanes as (${storeLanes(lanes)})
    update messages set
      status = case when cancelled then 'cancelled' when held then 'held' else status end,
      was_held = was_held or held,
      next_attempt_at = case when not cancelled then coalesce(later, next_attempt_at) end,
      claim = case when cancelled or held or later is not null then null else ${claim}::uuid end,
      claimed_by = ${worker}::integer,
      claimed_until = ${until}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as seen (workspace_id text, id text, cancelled boolean, held boolean, later timestamptz)
    where messages.workspace_id = seen.workspace_id and messages.id = seen.id`.execute(tx)
}

/**
 * Returns messages that a worker claimed, but does not send: each is due as before, or at `at` if it is deferred. This
 * does not count as an attempt.
 */
export async function giveBack(
  db: Db,
  at: Date,
  messages: (Pick<Claimed, 'workspace_id' | 'id' | 'claim'> & { isDeferred: boolean })[],
): Promise<void> {
  if (messages.length === 0) return
  await db.transaction().execute(async (tx) => {
    await lockMessages(tx, isAmong(messages))
    await sql`
      update messages set next_attempt_at = case when given."isDeferred" then ${at} else next_attempt_at end, claim = null
      from json_to_recordset(${JSON.stringify(messages)}::json)
        as given (workspace_id text, id text, claim uuid, "isDeferred" boolean)
      where messages.workspace_id = given.workspace_id and messages.id = given.id and messages.claim = given.claim
        and messages.status = 'pending' and ${takesChanges('messages.workspace_id')}`.execute(tx)
  })
}
