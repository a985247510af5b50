import { sql } from 'kysely'
import { notFound } from '../../platform/errors.ts'
import { readDates, withinDates } from '../../platform/http/filters.ts'
import { isAfter, limitOf, type PageRequest, toPage } from '../../platform/http/page.ts'
import { type Db, inSnapshot, type Tx } from '../../platform/postgres/db.ts'
import type { MessageStatus } from '../../platform/postgres/tables.ts'
import { isStorable } from '../../platform/text.ts'
import { utc } from '../../platform/time.ts'
import { webhookReady } from '../announce/ready.ts'
import type { WebhookView } from '../endpoints/access.ts'
import { channelReads } from './channel-reads.ts'
import type { DeliveryFilters } from './schemas.ts'

const columns = [
  ...(['id', 'event_type', 'status', 'attempts', 'created_at', 'claim', 'next_attempt_at'] as const),
  ...(['last_status_code', 'event_key'] as const),
] as const

/** Of a chat's message. A user webhook's own log says what it got, and no more of the meeting than that. */
const recapTitle = (webhook: WebhookView) =>
  (webhook.scope === 'channel'
    ? sql<string | null>`(select title from recordings recap where ${channelReads}
        and recap.workspace_id = messages.workspace_id and recap.id = messages.recording_id)`
    : sql<null>`null::text`
  ).as('recap_title')

export type DeliveryView = Awaited<ReturnType<typeof listDeliveries>>['rows'][number]

/** Newest first: one index range of the webhook, and one more for the status `held`. */
export async function listDeliveries(
  db: Db,
  now: Date,
  webhook: WebhookView,
  filters: DeliveryFilters,
  page: PageRequest,
) {
  const ready = await isReady(db, now, webhook)
  let newest = db
    .selectFrom('messages')
    .select([...columns, recapTitle(webhook)])
    .where('workspace_id', '=', webhook.workspace_id)
    .where('webhook_id', '=', webhook.id)
    .where((eb) => eb.and(withinDates(readDates(filters), 'created_at', 'created_at')))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limitOf(page))
  if (filters.event_type != null) newest = newest.where('event_type', '=', filters.event_type)
  if (page.after) newest = newest.where(isAfter('created_at', 'id', page.after))
  const rows = await (filters.status == null ? newest : ofStatuses(storedAs(filters.status, ready))).execute()
  const shown = rows.map((row) => ({ ...row, status: shownAs(row.status, ready) }))
  return toPage('deliveries', page, shown, (row) => ({ time: row.created_at, id: row.id }))

  function ofStatuses(statuses: MessageStatus[]) {
    return db
      .selectFrom(sql`unnest(${statuses}::text[])`.as<'stored'>(sql`stored (status)`))
      .innerJoinLateral(newest.where(sql<boolean>`messages.status = stored.status`).as('message'), (join) =>
        join.onTrue(),
      )
      .selectAll('message')
      .orderBy('message.created_at', 'desc')
      .orderBy('message.id', 'desc')
      .limit(limitOf(page))
  }
}

/** Whether its due messages would be sent. */
async function isReady(db: Db, now: Date, webhook: WebhookView): Promise<boolean> {
  const found = await db
    .selectFrom('webhooks')
    .select(webhookReady(now).as('ready'))
    .where('workspace_id', '=', webhook.workspace_id)
    .where('id', '=', webhook.id)
    .executeTakeFirst()
  return found?.ready ?? false
}

/** A pending message is shown as held from the moment when its webhook may not send (decision 35 on inactive webhooks). */
const shownAs = (stored: MessageStatus, ready: boolean) => (stored === 'pending' && !ready ? 'held' : stored)

function storedAs(shown: MessageStatus, ready: boolean): MessageStatus[] {
  if (ready) return [shown]
  if (shown === 'held') return ['held', 'pending']
  return shown === 'pending' ? [] : [shown]
}

/** Attempts that are shown: each keeps up to 16 KiB of the answer, and `resend` makes any number of them. */
const maxAttempts = 100

/**
 * One delivery with its payload, and its newest attempts in the order of sending, at one moment. Payload and answers are null
 * once the data in them was deleted, and while the channel of a chat does not read them.
 * @throws {ApiError} 404
 */
export async function getDelivery(db: Db, now: Date, webhook: WebhookView, id: string) {
  if (!isStorable(id)) throw notFound('Delivery')
  return inSnapshot(db, (tx) => readDelivery(tx, now, webhook, id))
}

async function readDelivery(db: Tx, now: Date, webhook: WebhookView, id: string) {
  const row = await db
    .selectFrom('messages')
    .select([...columns, recapTitle(webhook), 'body', channelReads.as('readable')])
    .where('workspace_id', '=', webhook.workspace_id)
    .where('webhook_id', '=', webhook.id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Delivery')
  const status = shownAs(row.status, await isReady(db, now, webhook))
  const newest = await db
    .selectFrom('attempts')
    .select(sql<number>`row_number() over (order by sent_at, number)::integer`.as('number'))
    .select(['sent_at', 'duration_ms', 'status_code', 'error', 'response_body', 'manual'])
    .where('workspace_id', '=', webhook.workspace_id)
    .where('message_id', '=', id)
    .orderBy('attempts.sent_at', 'desc')
    .orderBy('attempts.number', 'desc')
    .limit(maxAttempts)
    .execute()
  const attemptLog = newest.reverse()
  if (row.readable) return { ...row, status, attemptLog }
  return { ...row, body: null, status, attemptLog: attemptLog.map((each) => ({ ...each, response_body: null })) }
}

/** The messages that were created in the hour or day from `start` on, by result, and how long their attempts took (decision 47). */
export type Bucket = {
  start: string
  delivered: number
  failed: number
  skipped: number
  pending: number
  p50_ms: number | null
  p99_ms: number | null
}

const hourMs = 3_600_000
/** Longer spans are counted by day. */
const maxByHour = 72

/**
 * The cost grows with the number of the webhook's messages in that time.
 * @param hours  up to now; the hour, or the day, that has begun counts as one
 */
export async function readStatistics(db: Db, now: Date, webhook: WebhookView, hours: number): Promise<Bucket[]> {
  const sizeMs = hours <= maxByHour ? hourMs : 24 * hourMs
  const count = Math.ceil((hours * hourMs) / sizeMs)
  const last = Math.floor(now.getTime() / sizeMs)
  const starts = Array.from({ length: count }, (_, index) => new Date((last - count + 1 + index) * sizeMs))
  const { rows } = await sql<Omit<Bucket, 'start'> & { start: Date }>`
    with message as materialized (
      select id, status, date_bin(make_interval(secs => ${sizeMs / 1_000}), created_at, ${starts[0]}::timestamptz) as start
      from messages where workspace_id = ${webhook.workspace_id} and webhook_id = ${webhook.id}
        and status in ('delivered', 'failed', 'skipped', 'pending', 'held') and created_at >= ${starts[0]}::timestamptz),
    counted as (
      select start, count(*) filter (where status = 'delivered') as delivered,
        count(*) filter (where status = 'failed') as failed, count(*) filter (where status = 'skipped') as skipped,
        count(*) filter (where status in ('pending', 'held')) as pending
      from message group by start),
    timed as (
      select start, percentile_disc(array[0.5, 0.99]) within group (order by duration_ms) as times
      from message join attempts on attempts.workspace_id = ${webhook.workspace_id} and attempts.message_id = message.id
      group by start)
    select start, coalesce(delivered, 0)::int as delivered, coalesce(failed, 0)::int as failed,
      coalesce(skipped, 0)::int as skipped, coalesce(pending, 0)::int as pending, times[1] as p50_ms, times[2] as p99_ms
    from unnest(${starts}::timestamptz[]) bucket (start) left join counted using (start) left join timed using (start)
    order by start`.execute(db)
  return rows.map((row) => ({ ...row, start: utc(row.start) }))
}
