/** Sends one message by hand: again, or as a test (decision 39 on the delivery log). */
import { ApiError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import type { EventType } from '../../platform/postgres/column-types.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { WebhookView } from '../endpoints/access.ts'
import { type EventCatalog, exampleFor } from '../events/event-types.ts'
import { channelReads } from './channel-reads.ts'
import { queueByHand } from './queue-by-hand.ts'
import { getDelivery } from './read-deliveries.ts'

/**
 * Makes one attempt now, outside the schedule. It replaces the waiting attempt, and the count of failures continues.
 * @throws {ApiError} 404; 400 while the webhook is not active, or for a payload that is not shown
 */
export async function resend(db: Db, webhook: WebhookView, id: string, now: Date): Promise<void> {
  const { body } = await getDelivery(db, now, webhook, id)
  if (body === null)
    throw new ApiError(400, 'The payload of this delivery was deleted or withdrawn; it cannot be sent again')
  await queueByHand(db, now, webhook, (tx) =>
    tx
      .updateTable('messages')
      .set({ status: 'pending', next_attempt_at: now, claim: null, manual: true })
      .where('workspace_id', '=', webhook.workspace_id)
      .where('id', '=', id)
      .where('body', 'is not', null)
      .where(channelReads)
      .execute(),
  )
}

/** Sends an example, marked `"test": true`, whatever the webhook subscribes to. @returns the id of the delivery */
export async function sendTest(
  db: Db,
  webhook: WebhookView,
  type: EventType,
  { catalog, address }: { catalog: EventCatalog; address: string },
  now: Date,
): Promise<string> {
  const id = newId('msg', now)
  const body = exampleFor(catalog, type, webhook, address)
  await queueByHand(db, now, webhook, (tx) =>
    tx
      .insertInto('messages')
      .values({
        workspace_id: webhook.workspace_id,
        id,
        webhook_id: webhook.id,
        event_type: type,
        event_key: id,
        status: 'pending',
        body: Buffer.from(JSON.stringify(body)),
        created_at: now,
        next_attempt_at: now,
      })
      .execute(),
  )
  return id
}
