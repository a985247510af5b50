/**
 * Takes what is due: a batch of messages is claimed in one transaction that ends before the first request is made.
 * Costs the batch, however many messages wait for later.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { Clock } from '../../platform/time.ts'
import type { EventType, PreviousSecret } from '../../tables.ts'
import { findRoom, nothingInMemory } from './body-room.ts'
import { laneOfWebhook, paced } from './lanes.ts'
import { isAmong, lockMessages } from './lock-messages.ts'
import { webhookReady } from './ready.ts'

export type Claimed = {
  workspace_id: string
  id: string
  webhook_id: string
  /** Which requests share its rate limit: the webhook's own, or those of the key's workspace webhooks. */
  lane: string
  event_type: EventType
  body: Buffer
  created_at: Date
  attempts: number
  failures: number
  manual: boolean
  /** Held, or skipped, before it was sent: its delay was meant. */
  was_held: boolean
  url: string
  secret: Buffer
  previous_secrets: PreviousSecret[]
  /** Whose this claim is: finishing it changes nothing once another worker took the message over. */
  claim: string
  /** The moment that its place in the lane is for; see places.ts. */
  leavesAt: Date
}

export type ClaimPolicy = {
  /** Requests in any second of a lane; 0 is no limit. */
  perSecond: number
  /** How long a claim holds: longer than the longest attempt. */
  leaseSeconds: number
}

/** What cannot be taken along rests, so that it is not looked at over and over. */
export const restMs = 1_000

/** Written out: a kept plan knows by it alone that the index of what is pending will do. */
const isPending = sql<boolean>`messages.status = 'pending'`

type Due = Omit<Claimed, 'body' | 'claim' | 'leavesAt'> & { bytes: number; ready: boolean }

export type Claim = {
  /** Those to send now. */
  claimed: Claimed[]
  /** How many were looked at: as many as the limit means that there are more. */
  seen: number
  /** Whether nothing was taken because there is no room for the next body. */
  full: boolean
}

/**
 * @param limit     messages to look at, the longest due first
 * @param inMemory  bodies that the caller holds already
 * @param leadMs    how long it takes until the caller has them
 */
export async function claimDue(
  db: Db,
  clock: Clock,
  limit: number,
  policy: ClaimPolicy,
  { inMemory = nothingInMemory, leadMs = 0 } = {},
): Promise<Claim> {
  return db.transaction().execute(async (tx) => {
    const due = await findDue(tx, clock(), limit)
    const { perSecond } = policy
    const isReady = ({ ready }: Due) => ready
    const { front, resting, next } = findRoom(due.filter(isReady), perSecond, inMemory)
    const seen = next ? due.slice(0, due.indexOf(next)) : due
    if (seen.length === 0) return { claimed: [], seen: 0, full: next !== undefined }
    // Bodies may be large: they are read before places are taken, which are for the moment, and only of those in front.
    const bodies = await readBodies(tx, front)
    const soon = () => new Date(clock().getTime() + leadMs)
    const leaving = seen.filter((message) => message.ready && !resting.has(message))
    const { now, later } =
      perSecond > 0 ? await paced(tx, soon, leaving, perSecond) : { now: clock(), later: new Map<Due, Date>() }
    for (const message of resting) later.set(message, new Date(now.getTime() + restMs))
    const claim = randomUUID()
    const leaseEnd = new Date(now.getTime() + policy.leaseSeconds * 1_000)
    await place(
      tx,
      seen.map((message) => {
        if (!message.ready) return { message, status: 'held', at: now, claim: null }
        const at = later.get(message)
        return { message, status: 'pending', at: at ?? leaseEnd, claim: at ? null : claim }
      }),
    )
    const claimed = leaving
      .filter((message) => !later.has(message))
      .map((message) => ({ ...message, body: bodies.get(nameOf(message))!, claim, leavesAt: now }))
    return { claimed, seen: seen.length, full: false }
  })
}

const nameOf = ({ workspace_id, id }: Pick<Due, 'workspace_id' | 'id'>) => `${workspace_id} ${id}`

/** As text, which is half of what the driver makes of bytes; every body is JSON that was written as UTF-8. */
async function readBodies(tx: Tx, messages: Due[]): Promise<Map<string, Buffer>> {
  const { rows } = await sql<{ workspace_id: string; id: string; body: string }>`
    select workspace_id, id, convert_from(body, 'UTF8') as body from messages
    join unnest(${messages.map(({ workspace_id }) => workspace_id)}::text[], ${messages.map(({ id }) => id)}::text[])
      as wanted (workspace_id, id) using (workspace_id, id)`.execute(tx)
  return new Map(rows.map((row) => [nameOf(row), Buffer.from(row.body)]))
}

type Waiting = Omit<Due, keyof Behind>

async function findDue(tx: Tx, now: Date, limit: number): Promise<Due[]> {
  const waiting: Waiting[] = await tx
    .selectFrom('messages')
    .select([
      'workspace_id',
      'id',
      'webhook_id',
      'event_type',
      'attempts',
      'failures',
      'manual',
      'created_at',
      'was_held',
    ])
    // Known without reading it.
    .select(sql<number>`octet_length(body)`.as('bytes'))
    .where(isPending)
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  const webhooks = await readWebhooks(tx, now, waiting)
  return waiting.map((message) => ({ ...message, ...webhooks.get(webhookOf(message))! }))
}

/** What the webhook of a message adds to it; the same object, the sealed secret too, for all messages of one. */
type Behind = Pick<Claimed, 'lane' | 'url' | 'secret' | 'previous_secrets'> & { ready: boolean }

const webhookOf = ({ workspace_id, webhook_id }: Waiting) => `${workspace_id} ${webhook_id}`

/** None of them can be gone: who deletes a webhook waits for its messages, which are locked. */
async function readWebhooks(tx: Tx, now: Date, waiting: Waiting[]): Promise<Map<string, Behind>> {
  const names = new Map(waiting.map((message) => [webhookOf(message), message]))
  const wanted = [...names.values()].map(({ workspace_id, webhook_id }) => ({ workspace_id, id: webhook_id }))
  const webhooks = await tx
    .selectFrom('webhooks')
    .select(['workspace_id', 'id', 'url', 'secret', 'previous_secrets'])
    .select([laneOfWebhook.as('lane'), webhookReady(now).as('ready')])
    .where(isAmong(wanted))
    .execute()
  return new Map(webhooks.map(({ workspace_id, id, ...behind }) => [`${workspace_id} ${id}`, behind]))
}

type Placed = { message: Due; status: 'pending' | 'held'; at: Date; claim: string | null }

/** A held message keeps the time at which it was due. */
async function place(tx: Tx, placed: Placed[]): Promise<void> {
  const column = <T>(pick: (each: Placed) => T) => placed.map(pick)
  await sql`
    update messages set status = placed.status, was_held = was_held or placed.status = 'held', claim = placed.claim::uuid,
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
  await db.transaction().execute(async (tx) => {
    await lockMessages(tx, isAmong(messages))
    await sql`
      update messages set next_attempt_at = ${at}, claim = null
      from unnest(${messages.map(({ workspace_id }) => workspace_id)}::text[], ${messages.map(({ id }) => id)}::text[],
        ${messages.map(({ claim }) => claim)}::uuid[]) as given (workspace_id, id, claim)
      where messages.workspace_id = given.workspace_id and messages.id = given.id and messages.claim = given.claim
        and messages.status = 'pending'`.execute(tx)
  })
}

/** How many messages are due and wait for a worker. */
export async function countDue(db: Db, now: Date): Promise<number> {
  const { due } = await db
    .selectFrom('messages')
    .select((eb) => eb.fn.countAll<string>().as('due'))
    .where(isPending)
    .where('next_attempt_at', '<=', now)
    .executeTakeFirstOrThrow()
  return Number(due)
}

/** When the next message falls due, or null while none waits. */
export async function nextDue(db: Db): Promise<Date | null> {
  const next = await db
    .selectFrom('messages')
    .select('next_attempt_at')
    .where(isPending)
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  return next?.next_attempt_at ?? null
}
