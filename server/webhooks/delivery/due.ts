/** Reads the messages that are due, with data of their webhooks. The cost does not grow with the messages that wait for later. */
import { sql } from 'kysely'
import { notFrozen } from '../../people/caller/frozen.ts'
import type { EventType, PreviousSecret } from '../../platform/postgres/column-types.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { ChatKind, Compatibility } from '../../platform/postgres/tables.ts'
import { webhookReady } from '../announce/ready.ts'
import { findUnread } from './channel-reads.ts'
import { isAmong } from './lock-messages.ts'
import { laneOfWebhook } from './rate-slots.ts'

/** Bodies up to this many bytes are read together with the due messages, larger ones by `readBodies`. */
const maxSmallBytes = 8_192
/** A literal: with a parameter, a cached plan could not use the partial index of pending messages. */
const isPending = sql<boolean>`messages.status = 'pending'`

/** No worker has claimed it, or the claim has ended. */
const isFree = (now: Date) => sql<boolean>`(messages.claim is null or messages.claimed_until <= ${now})`

export type Due = {
  workspace_id: string
  id: string
  webhook_id: string
  /** Which requests share its rate limit: `laneOfWebhook`. */
  lane: string
  event_type: EventType
  bytes: number
  /** null if it is large. */
  body: string | null
  created_at: Date
  /** The trace of what caused the event. */
  trace: string | null
  attempts: number
  failures: number
  manual: boolean
  /** Held, or skipped, before it was sent: its delay was intended. */
  was_held: boolean
  url: string
  /** Of a channel's webhook, whose secret is the address; null for others. */
  chat: ChatKind | null
  secret: Buffer
  previous_secrets: PreviousSecret[]
  sealed_headers: Buffer | null
  /** The workspace's setting: with `hosted`, the signature is also sent under the hosted original's header names. */
  compatibility: Compatibility
  /** Whether its webhook may send now. */
  ready: boolean
  /** A chat's, about a recap that the channel does not read any more. */
  unread: boolean
}

const keyOf = ({ workspace_id, id }: Pick<Due, 'workspace_id' | 'id'>) => `${workspace_id} ${id}`

type Waiting = Omit<Due, keyof WebhookPart | 'unread'>

/** Locks due messages, the longest due first; it skips those that others have locked. */
export async function findDue(tx: Tx, now: Date, limit: number): Promise<Due[]> {
  const waiting: Waiting[] = await tx
    .selectFrom('messages')
    .select(['workspace_id', 'id', 'webhook_id', 'event_type', 'attempts', 'failures', 'manual', 'created_at'])
    .select(['was_held', 'trace'])
    // PostgreSQL knows the length without reading the body.
    .select(sql<number>`octet_length(body)`.as('bytes'))
    .select(
      sql<string | null>`case when octet_length(body) <= ${maxSmallBytes} then convert_from(body, 'UTF8') end`.as(
        'body',
      ),
    )
    .where(isPending)
    .where('next_attempt_at', '<=', now)
    .where(isFree(now))
    .where(notFrozen('messages.workspace_id'))
    .orderBy('next_attempt_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  if (waiting.length === 0) return []
  const webhooks = await readWebhooks(tx, now, waiting)
  const due = waiting.map((message) => ({ ...message, ...webhooks.get(webhookOf(message))! }))
  const unread = await findUnread(
    tx,
    due.filter(({ chat }) => chat !== null),
  )
  return due.map((message) => ({ ...message, unread: unread.has(message) }))
}

/**
 * Reads bodies as text, half as long as the hex in which bytes are read; every body is JSON that was written as UTF-8.
 */
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

/** Data of a message's webhook; all messages of one webhook share the same object, the sealed secret too. */
type WebhookPart = Pick<
  Due,
  'lane' | 'url' | 'chat' | 'secret' | 'previous_secrets' | 'sealed_headers' | 'compatibility' | 'ready'
>

const webhookOf = ({ workspace_id, webhook_id }: Waiting) => `${workspace_id} ${webhook_id}`

const compatibilityOf = sql<Compatibility>`(select workspace.compatibility from workspaces workspace
  where workspace.id = webhooks.workspace_id)`

/** Every webhook still exists: deleting one waits for its messages, which are locked. */
async function readWebhooks(tx: Tx, now: Date, waiting: Waiting[]): Promise<Map<string, WebhookPart>> {
  const byKey = new Map(waiting.map((message) => [webhookOf(message), message]))
  const wanted = [...byKey.values()].map(({ workspace_id, webhook_id }) => ({ workspace_id, id: webhook_id }))
  const webhooks = await tx
    .selectFrom('webhooks')
    .select(['workspace_id', 'id', 'url', 'chat', 'secret', 'previous_secrets', 'sealed_headers'])
    .select(compatibilityOf.as('compatibility'))
    .select([laneOfWebhook.as('lane'), webhookReady(now).as('ready')])
    .where(isAmong(wanted))
    .execute()
  return new Map(webhooks.map(({ workspace_id, id, ...part }) => [`${workspace_id} ${id}`, part]))
}

/** How many messages are due and wait for a worker. */
export async function countDue(db: Db, now: Date): Promise<number> {
  const { due } = await db
    .selectFrom('messages')
    .select((eb) => eb.fn.countAll<string>().as('due'))
    .where(isPending)
    .where('next_attempt_at', '<=', now)
    .where(isFree(now))
    .where(notFrozen('messages.workspace_id'))
    .executeTakeFirstOrThrow()
  return Number(due)
}

/** When the next unclaimed message is due, or null while none waits. */
export async function nextDue(db: Db, now: Date): Promise<Date | null> {
  const next = await db
    .selectFrom('messages')
    .select('next_attempt_at')
    .where(isPending)
    .where(isFree(now))
    .where(notFrozen('messages.workspace_id'))
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  return next?.next_attempt_at ?? null
}
