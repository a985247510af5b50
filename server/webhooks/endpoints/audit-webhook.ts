/** Who decided what leaves the workspace: actions with workspace webhooks stand in its audit log. */
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../../platform/postgres/db.ts'
import { recordAction, type Task } from '../../workspace/audit.ts'
import type { WebhookView } from './access.ts'

/** In the action's transaction. A user webhook tells its owner what they may read anyway, and is nobody else's matter. */
export async function recordWebhookAction(
  tx: Tx,
  now: Date,
  request: FastifyRequest,
  { id, scope }: Pick<WebhookView, 'id' | 'scope'>,
  action: Task,
): Promise<void> {
  if (scope === 'user') return
  await recordAction(tx, now, request, { ...action, details: { webhook_id: id, ...action.details } })
}
