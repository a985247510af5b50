/**
 * Takes what is due: a batch of messages is claimed in one transaction that ends before the first request is made.
 * Costs the batch, however many messages wait for later.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/db.ts'
import type { EventType } from '../tables.ts'
import { paced } from './lanes.ts'
import { webhookReady } from './ready.ts'

export type Claimed = {
  workspace_id: string
  id: string
  webhook_id: string
  event_type: EventType
  body: Buffer
  created_at: Date
  attempts: number
  failures: number
  manual: boolean
  url: string
  secret: Buffer
  previous_secret: Buffer | null
  previous_secret_until: Date | null
  /** Whose this claim is: finishing it changes nothing once another worker took the message over. */
  claim: string
  claimedAt: Date
}

export type ClaimPolicy = {
  /** Requests in any second of a lane; 0 is no limit. */
  perSecond: number
  /** How long a claim holds: longer than the longest attempt. */
  leaseSeconds: number
}

type Due = Omit<Claimed, 'claim' | 'claimedAt'> & { lane: string; ready: boolean }

/**
 * @param limit  messages to look at, the longest due first
 * @returns those to send now, and how many were looked at: as many as the limit means that there are more
 */
export async function claimDue(
  db: Db,
  now: Date,
  limit: number,
  policy: ClaimPolicy,
): Promise<{ claimed: Claimed[]; seen: number }> {
  return db.transaction().execute(async (tx) => {
    const due = await findDue(tx, now, limit)
    if (due.length === 0) return { claimed: [], seen: 0 }
    const ready = due.filter((message) => message.ready)
    const places = policy.perSecond > 0 ? await paced(tx, now, ready, policy.perSecond) : new Map<Due, Date>()
    const claim = randomUUID()
    const leaseEnd = new Date(now.getTime() + policy.leaseSeconds * 1_000)
    await place(
      tx,
      due.map((message) => {
        if (!message.ready) return { message, status: 'held', at: now, claim: null }
        const later = places.get(message)
        return { message, status: 'pending', at: later ?? leaseEnd, claim: later ? null : claim }
      }),
    )
    const claimed = ready.filter((message) => !places.has(message))
    return { claimed: claimed.map((message) => ({ ...message, claim, claimedAt: now })), seen: due.length }
  })
}

function findDue(tx: Tx, now: Date, limit: number): Promise<Due[]> {
  return tx
    .selectFrom('messages')
    .innerJoin('webhooks', (join) =>
      join
        .onRef('webhooks.workspace_id', '=', 'messages.workspace_id')
        .onRef('webhooks.id', '=', 'messages.webhook_id'),
    )
    .select([
      ...(['messages.workspace_id', 'messages.id', 'messages.webhook_id', 'messages.event_type'] as const),
      ...(['messages.attempts', 'messages.failures', 'messages.manual', 'webhooks.url', 'webhooks.secret'] as const),
      'messages.created_at',
      ...(['webhooks.previous_secret', 'webhooks.previous_secret_until'] as const),
      (eb) => eb.ref('messages.body').$notNull().as('body'),
      sql<string>`case webhooks.scope when 'user' then webhooks.id else webhooks.api_key_id end`.as('lane'),
      webhookReady.as('ready'),
    ])
    .where('messages.status', '=', 'pending')
    .where('messages.next_attempt_at', '<=', now)
    .orderBy('messages.next_attempt_at')
    .limit(limit)
    .forUpdate('messages')
    .skipLocked()
    .execute()
}

type Placed = { message: Due; status: 'pending' | 'held'; at: Date; claim: string | null }

/** A held message keeps the time at which it was due. */
async function place(tx: Tx, placed: Placed[]): Promise<void> {
  const column = <T>(pick: (each: Placed) => T) => placed.map(pick)
  await sql`
    update messages set status = placed.status, claim = placed.claim::uuid,
      next_attempt_at = case placed.status when 'held' then messages.next_attempt_at else placed.at end
    from unnest(${column(({ message }) => message.workspace_id)}::text[], ${column(({ message }) => message.id)}::text[],
      ${column(({ status }) => status)}::text[], ${column(({ at }) => at.toISOString())}::timestamptz[],
      ${column(({ claim }) => claim)}::text[]) as placed (workspace_id, id, status, at, claim)
    where messages.workspace_id = placed.workspace_id and messages.id = placed.id`.execute(tx)
}

/** Gives back what was claimed and not begun: it is due again at that time, and no attempt was made. */
export async function giveBack(
  db: Db,
  at: Date,
  messages: Pick<Claimed, 'workspace_id' | 'id' | 'claim'>[],
): Promise<void> {
  if (messages.length === 0) return
  await sql`
    update messages set next_attempt_at = ${at}, claim = null
    from unnest(${messages.map(({ workspace_id }) => workspace_id)}::text[], ${messages.map(({ id }) => id)}::text[],
      ${messages.map(({ claim }) => claim)}::uuid[]) as given (workspace_id, id, claim)
    where messages.workspace_id = given.workspace_id and messages.id = given.id and messages.claim = given.claim
      and messages.status = 'pending'`.execute(db)
}

/** Lets go what was held once its webhook may send again, at the time it was due (decision 35). @returns how many */
export async function releaseHeld(db: Db): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('messages')
    .set({ status: 'pending' })
    .where('status', '=', 'held')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhooks')
          .select('webhooks.id')
          .whereRef('webhooks.workspace_id', '=', 'messages.workspace_id')
          .whereRef('webhooks.id', '=', 'messages.webhook_id')
          .where(webhookReady),
      ),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** How many messages are due and wait for a worker. */
export async function countDue(db: Db, now: Date): Promise<number> {
  const { due } = await db
    .selectFrom('messages')
    .select((eb) => eb.fn.countAll<string>().as('due'))
    .where('status', '=', 'pending')
    .where('next_attempt_at', '<=', now)
    .executeTakeFirstOrThrow()
  return Number(due)
}

/** When the next message falls due, or null while none waits. */
export async function nextDue(db: Db): Promise<Date | null> {
  const next = await db
    .selectFrom('messages')
    .select('next_attempt_at')
    .where('status', '=', 'pending')
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  return next?.next_attempt_at ?? null
}
