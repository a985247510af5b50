/** Which messages are due, with what their webhooks add to them. Costs those, however many wait for later. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { EventType, PreviousSecret } from '../../tables.ts'
import { isAmong } from './lock-messages.ts'
import { laneOfWebhook } from './rate-slots.ts'
import { webhookReady } from './ready.ts'

/** Bodies of so many bytes are read along with what is due. */
const mostSmallBytes = 8_192
/** Written out: a kept plan knows by it alone that the index of what is pending will do. */
const isPending = sql<boolean>`messages.status = 'pending'`

/** Nobody has it in hand. A release before claims had a time of their own kept it in next_attempt_at. */
const isFree = (now: Date) =>
  sql<boolean>`(messages.claim is null or coalesce(messages.claimed_until, messages.next_attempt_at) <= ${now})`

export type Due = {
  workspace_id: string
  id: string
  webhook_id: string
  /** Which requests share its rate limit: the webhook's own, or those of the key's workspace webhooks. */
  lane: string
  event_type: EventType
  bytes: number
  /** If it is small. */
  body: string | null
  created_at: Date
  attempts: number
  failures: number
  manual: boolean
  /** Held, or skipped, before it was sent: its delay was meant. */
  was_held: boolean
  url: string
  secret: Buffer
  previous_secrets: PreviousSecret[]
  /** Whether its webhook may send now. */
  ready: boolean
}

const keyOf = ({ workspace_id, id }: Pick<Due, 'workspace_id' | 'id'>) => `${workspace_id} ${id}`

type Waiting = Omit<Due, keyof Behind>

/** Locked, the longest due first; what others have locked is theirs. */
export async function findDue(tx: Tx, now: Date, limit: number): Promise<Due[]> {
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
export async function readBodies(tx: Tx, messages: Due[]): Promise<Map<Due, Buffer>> {
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
type Behind = Pick<Due, 'lane' | 'url' | 'secret' | 'previous_secrets' | 'ready'>

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
