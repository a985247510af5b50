/** Gives a webhook a new secret; for a while requests carry the signatures of both (decision 39). */
import { notFound } from '../platform/errors.ts'
import { viewColumns, type WebhookView } from './access.ts'
import type { WebhookDeps } from './create-webhook.ts'
import { newSigningSecret, sealSigningSecret } from './signing-secret.ts'

/** @returns the webhook, and its new secret for the only time */
export async function rotateSecret(
  { db, clock, secretKey }: WebhookDeps,
  webhook: WebhookView,
  overlapSeconds: number,
): Promise<{ webhook: WebhookView; secret: string }> {
  const now = clock()
  const secret = newSigningSecret()
  const rotated = await db
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
  if (!rotated) throw notFound('Webhook')
  return { webhook: rotated, secret }
}
