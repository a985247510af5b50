/** Queues messages that a person requested: a resend, a test, or a recovery. */
import { ApiError, notFound } from '../../platform/errors.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { webhookReady } from '../announce/ready.ts'
import { wakeWorkers } from '../announce/wake.ts'
import type { WebhookView } from '../endpoints/access.ts'

/**
 * Runs `queue` in a transaction during which the webhook cannot be deleted, and wakes the workers.
 * @throws {ApiError} 404 for a webhook that is deleted meanwhile; 400 while it is not active: nothing would be sent
 */
export async function queueByHand<Result>(
  db: Db,
  now: Date,
  webhook: WebhookView,
  queue: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    const state = await tx
      .selectFrom('webhooks')
      .select(webhookReady(now).as('ready'))
      .where('workspace_id', '=', webhook.workspace_id)
      .where('id', '=', webhook.id)
      .forKeyShare()
      .executeTakeFirst()
    if (!state) throw notFound('Webhook')
    if (!state.ready) throw new ApiError(400, 'The webhook is not active')
    const result = await queue(tx)
    await wakeWorkers(tx)
    return result
  })
}
