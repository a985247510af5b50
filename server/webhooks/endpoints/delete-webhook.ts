/** Deletes a webhook and all its messages (spec 4.12). */
import type { FastifyRequest } from 'fastify'
import { notFound } from '../../platform/errors.ts'
import { findWebhook, requireChangeable } from './access.ts'
import { recordWebhookAction } from './audit-webhook.ts'
import type { WebhookDeps } from './create-webhook.ts'
import { requireSwitchedOn } from './switches.ts'

/** @throws {ApiError} 502 while webhooks are switched off, except for a workspace webhook (decision 31); 404, 403 */
export async function deleteWebhook({ db, clock }: WebhookDeps, request: FastifyRequest, id: string): Promise<void> {
  const { caller } = request
  const webhook = await findWebhook(db, caller, id)
  if (webhook?.scope !== 'workspace') requireSwitchedOn(caller)
  if (!webhook) throw notFound('Webhook')
  requireChangeable(caller, webhook)
  await db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('webhooks')
      .where('workspace_id', '=', webhook.workspace_id)
      .where('id', '=', webhook.id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('Webhook')
    const details = { url: webhook.url }
    await recordWebhookAction(tx, clock(), request, webhook, { action: 'webhook.delete', details })
  })
}
