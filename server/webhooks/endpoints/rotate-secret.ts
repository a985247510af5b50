/**
 * Gives a webhook a new secret; for a while requests also carry the signatures of earlier ones (decision 39 on the
 * delivery log).
 */
import type { FastifyRequest } from 'fastify'
import { ApiError, notFound } from '../../platform/errors.ts'
import type { PreviousSecret } from '../../platform/postgres/column-types.ts'
import { viewColumns, type WebhookView } from './access.ts'
import { recordWebhookAction } from './audit-webhook.ts'
import type { WebhookDeps } from './create-webhook.ts'
import { asPrevious, maxPrevious, stillValid } from './previous-secrets.ts'
import { newSigningSecret, sealSigningSecret } from './signing-secret.ts'

/**
 * Each secret signs for the time that its own rotation set, however many rotations follow.
 * @param overlapSeconds  how long the replaced secret still signs; 0 ends it at once, and is always accepted
 * @returns the webhook, and its new secret, which is never returned again
 * @throws {ApiError} 400 while too many earlier ones are valid
 */
export async function rotateSecret(
  { db, clock, secretKey }: WebhookDeps,
  request: FastifyRequest,
  webhook: WebhookView,
  overlapSeconds: number,
): Promise<{ webhook: WebhookView; secret: string }> {
  const now = clock()
  const secret = newSigningSecret()
  const rotated = await db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('webhooks')
      .select(['secret', 'previous_secrets'])
      .where('workspace_id', '=', webhook.workspace_id)
      .where('id', '=', webhook.id)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw notFound('Webhook')
    const replaced = asPrevious(before.secret, new Date(now.getTime() + overlapSeconds * 1_000))
    const previous = stillValid([replaced, ...before.previous_secrets], now)
    if (previous.length > maxPrevious && overlapSeconds > 0) throw tooMany(before.previous_secrets)
    const row = await tx
      .updateTable('webhooks')
      .set({ secret: sealSigningSecret(secretKey, secret, webhook), updated_at: now })
      .set({ previous_secrets: JSON.stringify(previous) })
      .where('workspace_id', '=', webhook.workspace_id)
      .where('id', '=', webhook.id)
      .returning(viewColumns)
      .executeTakeFirstOrThrow()
    const details = { overlap_seconds: overlapSeconds }
    await recordWebhookAction(tx, now, request, row, { action: 'webhook.rotate_secret', details })
    return row
  })
  return { webhook: rotated, secret }
}

function tooMany(previous: PreviousSecret[]): ApiError {
  const first = previous.map(({ until }) => until).sort()[0]
  const many = `${maxPrevious} earlier secrets of this webhook are still valid`
  return new ApiError(400, `${many}; rotate it again after ${first}, or with overlap_seconds 0`)
}
