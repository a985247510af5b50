/** Who decided what leaves the workspace: deeds with workspace webhooks stand in its audit log. */
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../../platform/postgres/db.ts'
import { type Deed, recordDeed } from '../../workspace/audit.ts'
import type { WebhookView } from './access.ts'

/** In the deed's transaction. A user webhook tells its owner what they may read anyway, and is nobody else's matter. */
export async function recordWebhookDeed(
  tx: Tx,
  now: Date,
  request: FastifyRequest,
  { id, scope }: Pick<WebhookView, 'id' | 'scope'>,
  deed: Deed,
): Promise<void> {
  if (scope === 'user') return
  await recordDeed(tx, now, request, { ...deed, details: { webhook_id: id, ...deed.details } })
}
