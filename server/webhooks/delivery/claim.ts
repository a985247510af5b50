/**
 * Takes what is due: a batch of messages is claimed, each with its rate slot, in one transaction that ends before the first
 * request is made. Costs the batch, however many messages wait for later.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { Clock } from '../../platform/time.ts'
import type { EventType, PreviousSecret } from '../../tables.ts'
import { findRoom, nothingInMemory } from './body-room.ts'
import { isAmong, lockMessages } from './lock-messages.ts'
import { slackMs } from './pace.ts'
import { type LaneChange, laneOfWebhook, reserveSlots, storeLanes } from './rate-slots.ts'
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
  /** The moment of its rate slot, and by when it must begin; after that it is due again, and that was no attempt. */
  slotAt: Date
  startBy: Date
}

export type ClaimPolicy = {
  /** Requests in any second of a lane; 0 is no limit. */
  perSecond: number
  /** How long a claim holds while its worker lives: longer than the longest attempt. */
  leaseSeconds: number
}

/** Without a rate a message may wait in its worker for so long; its claim must outlast the attempt. */
export const longestWaitMs = 10_000
/** Bodies of so many bytes are read along with what is due. */
const mostSmallBytes = 8_192
/** What cannot be taken along rests, so that it is not looked at over and over. */
export const restMs = 1_000

/** Written out: a kept plan knows by it alone that the index of what is pending will do. */
const isPending = sql<boolean>`messages.status = 'pending'`

/** Nobody has it in hand. A release before claims had a time of their own kept it in next_attempt_at. */
const isFree = (now: Date) =>
  sql<boolean>`(messages.claim is null or coalesce(messages.claimed_until, messages.next_attempt_at) <= ${now})`

type Due = Omit<Claimed, 'body' | 'claim' | 'slotAt' | 'startBy'> & {
  bytes: number
  /** If it is small. */
  body: string | null
  ready: boolean
}

export type Claim = {
  /** Those to send now. */
  claimed: Claimed[]
  /** How many were looked at: as many as the limit means that there are more. */
  seen: number
  /** Whether nothing was taken because there is no room for the next body. */
  full: boolean
}

export type ClaimTerms = {
  /** The number of the worker whose claims these are; null is nobody whose end could be seen. */
  worker?: number | null
  /** Bodies that the caller holds already. */
  inMemory?: typeof nothingInMemory
  /** How long it takes until the caller has them: rate slots are reserved for that moment. */
  aheadMs?: number
}

/** @param limit  messages to look at, the longest due first */
export async function claimDue(
  db: Db,
  clock: Clock,
  limit: number,
  { perSecond, leaseSeconds }: ClaimPolicy,
  { worker = null, inMemory = nothingInMemory, aheadMs = 0 }: ClaimTerms = {},
): Promise<Claim> {
  return db.transaction().execute(async (tx) => {
    const due = await findDue(tx, clock(), limit)
    const { front, resting, next } = findRoom(
      due.filter(({ ready }) => ready),
      perSecond,
      inMemory,
    )
    const seen = next ? due.slice(0, due.indexOf(next)) : due
    if (seen.length === 0) return { claimed: [], seen: 0, full: next !== undefined }
    // Before the slots, which are for the moment: it may take long.
    const bodies = await readBodies(tx, front)
    const soon = () => new Date(clock().getTime() + aheadMs)
    const leaving = seen.filter((message) => message.ready && !resting.has(message))
    const { slotAt, later, changes } =
      perSecond > 0 && leaving.length > 0
        ? await reserveSlots(tx, soon, leaving, perSecond)
        : { slotAt: clock(), later: new Map<Due, Date>(), changes: [] }
    for (const message of resting) later.set(message, new Date(slotAt.getTime() + restMs))
    const claim = { claim: randomUUID(), worker, until: new Date(slotAt.getTime() + leaseSeconds * 1_000) }
    const startBy = new Date(slotAt.getTime() + (perSecond > 0 ? slackMs : longestWaitMs))
    await store(tx, seen, later, claim, changes)
    const claimed = leaving
      .filter((message) => !later.has(message))
      .map((message) => ({ ...message, body: bodies.get(message)!, claim: claim.claim, slotAt, startBy }))
    return { claimed, seen: seen.length, full: false }
  })
}

const keyOf = ({ workspace_id, id }: Pick<Due, 'workspace_id' | 'id'>) => `${workspace_id} ${id}`

type Waiting = Omit<Due, keyof Behind>

async function findDue(tx: Tx, now: Date, limit: number): Promise<Due[]> {
  const waiting: Waiting[] = await tx
    .selectFrom('messages')
    .select(['workspace_id', 'id', 'webhook_id', 'event_type', 'attempts', 'failures', 'manual', 'created_at'])
    .select('was_held')
    // Known without reading it.
    .select(sql<number>`octet_length(body)`.as('bytes'))
    .select(
      sql<string | null>`case when octet_length(body) <= ${mostSmallBytes} then convert_from(body, 'UTF8') end`.as(
        'body',
      ),
    )
    .where(isPending)
    .where('next_attempt_at', '<=', now)
    .where(isFree(now))
    .orderBy('next_attempt_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  if (waiting.length === 0) return []
  const webhooks = await readWebhooks(tx, now, waiting)
  return waiting.map((message) => ({ ...message, ...webhooks.get(webhookOf(message))! }))
}

/** As text, which is half of what the driver makes of bytes; every body is JSON that was written as UTF-8. */
async function readBodies(tx: Tx, messages: Due[]): Promise<Map<Due, Buffer>> {
  const large = messages.filter(({ body }) => body === null)
  const { rows } =
    large.length === 0
      ? { rows: [] }
      : await sql<{ workspace_id: string; id: string; body: string }>`
          select workspace_id, id, convert_from(body, 'UTF8') as body from messages where ${isAmong(large)}`.execute(tx)
  const read = new Map(rows.map((row) => [keyOf(row), row.body]))
  return new Map(messages.map((message) => [message, Buffer.from(message.body ?? read.get(keyOf(message))!)]))
}

/** What the webhook of a message adds to it; the same object, the sealed secret too, for all messages of one. */
type Behind = Pick<Claimed, 'lane' | 'url' | 'secret' | 'previous_secrets'> & { ready: boolean }

const webhookOf = ({ workspace_id, webhook_id }: Waiting) => `${workspace_id} ${webhook_id}`

/** None of them can be gone: who deletes a webhook waits for its messages, which are locked. */
async function readWebhooks(tx: Tx, now: Date, waiting: Waiting[]): Promise<Map<string, Behind>> {
  const byKey = new Map(waiting.map((message) => [webhookOf(message), message]))
  const wanted = [...byKey.values()].map(({ workspace_id, webhook_id }) => ({ workspace_id, id: webhook_id }))
  const webhooks = await tx
    .selectFrom('webhooks')
    .select(['workspace_id', 'id', 'url', 'secret', 'previous_secrets'])
    .select([laneOfWebhook.as('lane'), webhookReady(now).as('ready')])
    .where(isAmong(wanted))
    .execute()
  return new Map(webhooks.map(({ workspace_id, id, ...behind }) => [`${workspace_id} ${id}`, behind]))
}

/** Writes down what becomes of each: claimed, held, or due later. A held message keeps the time at which it was due. */
async function store(
  tx: Tx,
  seen: Due[],
  later: Map<Due, Date>,
  { claim, worker, until }: { claim: string; worker: number | null; until: Date },
  lanes: LaneChange[],
): Promise<void> {
  const rows = seen.map((message) => {
    const { workspace_id, id, ready } = message
    return { workspace_id, id, held: !ready, later: (ready && later.get(message)) || null }
  })
  await sql`
    with lanes as (${storeLanes(lanes)})
    update messages set
      status = case when held then 'held' else status end,
      was_held = was_held or held,
      next_attempt_at = coalesce(later, next_attempt_at),
      claim = case when held or later is not null then null else ${claim}::uuid end,
      claimed_by = ${worker}::integer,
      claimed_until = ${until}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as looked_at (workspace_id text, id text, held boolean, later timestamptz)
    where messages.workspace_id = looked_at.workspace_id and messages.id = looked_at.id`.execute(tx)
}

/** Gives back what was claimed and not begun: it is due as it was, or at that time if it rests. No attempt was made. */
export async function giveBack(
  db: Db,
  at: Date,
  messages: (Pick<Claimed, 'workspace_id' | 'id' | 'claim'> & { rests: boolean })[],
): Promise<void> {
  if (messages.length === 0) return
  await db.transaction().execute(async (tx) => {
    await lockMessages(tx, isAmong(messages))
    await sql`
      update messages set next_attempt_at = case when rests then ${at} else next_attempt_at end, claim = null
      from json_to_recordset(${JSON.stringify(messages)}::json)
        as given (workspace_id text, id text, claim uuid, rests boolean)
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
    .where(isFree(now))
    .executeTakeFirstOrThrow()
  return Number(due)
}

/** When the next message falls due that nobody has in hand, or null while none waits. */
export async function nextDue(db: Db, now: Date): Promise<Date | null> {
  const next = await db
    .selectFrom('messages')
    .select('next_attempt_at')
    .where(isPending)
    .where(isFree(now))
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  return next?.next_attempt_at ?? null
}
