/** Actions with workspace webhooks are in the audit log, which shows who decided what leaves the workspace. */
import type { FastifyRequest } from 'fastify'
import { recordAction, type Task } from '../../people/caller/audit.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { WebhookView } from './access.ts'

/** Runs in the action's transaction. User webhooks are left out: they send an owner only what the owner may read anyway. */
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
