/** Gives a webhook a new secret; for a while requests carry the signatures of both (decision 39). */
import type { FastifyRequest } from 'fastify'
import { notFound } from '../platform/errors.ts'
import { viewColumns, type WebhookView } from './access.ts'
import { recordWebhookDeed } from './audit-webhook.ts'
import type { WebhookDeps } from './create-webhook.ts'
import { newSigningSecret, sealSigningSecret } from './signing-secret.ts'

/** @returns the webhook, and its new secret for the only time */
export async function rotateSecret(
  { db, clock, secretKey }: WebhookDeps,
  request: FastifyRequest,
  webhook: WebhookView,
  overlapSeconds: number,
): Promise<{ webhook: WebhookView; secret: string }> {
  const now = clock()
  const secret = newSigningSecret()
  const rotated = await db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('webhooks')
      .set((eb) => ({
        previous_secret: eb.ref('secret'),
        previous_secret_until: new Date(now.getTime() + overlapSeconds * 1_000),
        secret: sealSigningSecret(secretKey, secret, webhook),
        updated_at: now,
      }))
      .where('workspace_id', '=', webhook.workspace_id)
      .where('id', '=', webhook.id)
      .returning(viewColumns)
      .executeTakeFirst()
    if (!row) throw notFound('Webhook')
    const details = { overlap_seconds: overlapSeconds }
    await recordWebhookDeed(tx, now, request, row, { action: 'webhook.rotate_secret', details })
    return row
  })
  return { webhook: rotated, secret }
}
