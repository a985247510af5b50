/** Sends again what was sent, missed or never meant: by hand, for a stretch of time, or as a test (decision 39). */
import type { Db, Tx } from '../platform/db.ts'
import { ApiError, notFound } from '../platform/errors.ts'
import { newId } from '../platform/id.ts'
import { parseDateFilter } from '../platform/time.ts'
import type { EventType } from '../tables.ts'
import type { WebhookView } from './access.ts'
import { getDelivery } from './deliveries.ts'
import { type EventCatalog, exampleFor } from './event-types.ts'
import { webhookReady } from './ready.ts'
import { wakeWorkers } from './wake.ts'

/**
 * Makes one attempt out of turn, now; it takes the place of the one that waits, and the schedule's count goes on.
 * @throws {ApiError} 404; 400 while the webhook is not active, or for a payload that was deleted
 */
export async function resend(db: Db, webhook: WebhookView, id: string, now: Date): Promise<void> {
  const { body } = await getDelivery(db, webhook, id)
  if (body === null) throw new ApiError(400, 'The payload of this delivery was deleted; it cannot be sent again')
  await send(db, webhook, (tx) =>
    tx
      .updateTable('messages')
      .set({ status: 'pending', next_attempt_at: now, claim: null, manual: true })
      .where('workspace_id', '=', webhook.workspace_id)
      .where('id', '=', id)
      .where('body', 'is not', null)
      .execute(),
  )
}

/**
 * Sends what failed, was skipped or is held, as if it had just happened.
 * @param since, until  as in date filters
 * @returns how many
 */
export async function recover(
  db: Db,
  webhook: WebhookView,
  { since, until }: { since: string; until?: string | null },
  now: Date,
): Promise<number> {
  let recovered = 0n
  await send(db, webhook, async (tx) => {
    let query = tx
      .updateTable('messages')
      .set({ status: 'pending', next_attempt_at: now, claim: null, manual: false, failures: 0 })
      .where('workspace_id', '=', webhook.workspace_id)
      .where('webhook_id', '=', webhook.id)
      .where('status', 'in', ['failed', 'skipped', 'held'])
      .where('body', 'is not', null)
      .where('created_at', '>=', parseDateFilter(since)!.from)
    if (until != null) query = query.where('created_at', '<', parseDateFilter(until)!.until)
    recovered = (await query.executeTakeFirst()).numUpdatedRows
  })
  return Number(recovered)
}

/** Sends an example, marked `"test": true`, whatever the webhook subscribes to. @returns the id of the delivery */
export async function sendTest(
  db: Db,
  webhook: WebhookView,
  type: EventType,
  catalog: EventCatalog,
  now: Date,
): Promise<string> {
  const id = newId('msg', now)
  const body = { ...exampleFor(catalog, type, webhook.scope), test: true }
  await send(db, webhook, (tx) =>
    tx
      .insertInto('messages')
      .values({
        ...{ workspace_id: webhook.workspace_id, id, webhook_id: webhook.id, event_type: type, event_key: id },
        ...{ status: 'pending', body: Buffer.from(JSON.stringify(body)), created_at: now, next_attempt_at: now },
      })
      .execute(),
  )
  return id
}

/** @throws {ApiError} 404 for a webhook that is deleted meanwhile; 400 while it is not active: nothing would be sent */
async function send(db: Db, webhook: WebhookView, queue: (tx: Tx) => Promise<unknown>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const state = await tx
      .selectFrom('webhooks')
      .select(webhookReady.as('ready'))
      .where('workspace_id', '=', webhook.workspace_id)
      .where('id', '=', webhook.id)
      .forKeyShare()
      .executeTakeFirst()
    if (!state) throw notFound('Webhook')
    if (!state.ready) throw new ApiError(400, 'The webhook is not active')
    await queue(tx)
    await wakeWorkers(tx)
  })
}
