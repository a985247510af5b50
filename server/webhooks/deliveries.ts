import { sql } from 'kysely'
import type { Db } from '../platform/db.ts'
import { notFound } from '../platform/errors.ts'
import { readDates, withinDates } from '../platform/filters.ts'
import { isAfter, limitOf, type PageRequest, toPage } from '../platform/page.ts'
import { isStorable } from '../platform/text.ts'
import type { WebhookView } from './access.ts'
import type { DeliveryFilters } from './delivery-schemas.ts'

const columns = [
  ...(['id', 'event_type', 'status', 'attempts', 'created_at', 'claim', 'next_attempt_at'] as const),
  'last_status_code',
] as const

export type DeliveryView = Awaited<ReturnType<typeof listDeliveries>>['rows'][number]

/** Newest first: one index range of the webhook. */
export async function listDeliveries(db: Db, webhook: WebhookView, filters: DeliveryFilters, page: PageRequest) {
  let query = db
    .selectFrom('messages')
    .select(columns)
    .where('workspace_id', '=', webhook.workspace_id)
    .where('webhook_id', '=', webhook.id)
    .where((eb) => eb.and(withinDates(readDates(filters), 'created_at', 'created_at')))
  if (filters.status != null) query = query.where('status', '=', filters.status)
  if (filters.event_type != null) query = query.where('event_type', '=', filters.event_type)
  if (page.after) query = query.where(isAfter('created_at', 'id', page.after))
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limitOf(page)).execute()
  return toPage('deliveries', page, rows, (row) => ({ time: row.created_at, id: row.id }))
}

/** One delivery with the payload as it is sent, or null once what it quotes was deleted, and all its attempts as they were sent. */
export async function getDelivery(db: Db, webhook: WebhookView, id: string) {
  const row = isStorable(id)
    ? await db
        .selectFrom('messages')
        .select([...columns, 'body'])
        .where('workspace_id', '=', webhook.workspace_id)
        .where('webhook_id', '=', webhook.id)
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!row) throw notFound('Delivery')
  const attemptLog = await db
    .selectFrom('attempts')
    .select(sql<number>`row_number() over (order by sent_at, number)::integer`.as('number'))
    .select(['sent_at', 'duration_ms', 'status_code', 'error', 'response_body', 'manual'])
    .where('workspace_id', '=', webhook.workspace_id)
    .where('message_id', '=', id)
    .orderBy('attempts.sent_at')
    .orderBy('attempts.number')
    .execute()
  return { ...row, attemptLog }
}
