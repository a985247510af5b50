/** Deletes a webhook and everything that was to be told to it (spec 4.12). */
import type { Db } from '../platform/db.ts'
import { notFound } from '../platform/errors.ts'
import type { Caller } from '../workspace/caller.ts'
import { findWebhook, requireChangeable } from './access.ts'
import { requireSwitchedOn } from './switches.ts'

/** @throws {ApiError} 502 while webhooks are switched off, but for a workspace webhook (decision 31); 404, 403 */
export async function deleteWebhook(db: Db, caller: Caller, id: string): Promise<void> {
  const webhook = await findWebhook(db, caller, id)
  if (webhook?.scope !== 'workspace') requireSwitchedOn(caller)
  if (!webhook) throw notFound('Webhook')
  requireChangeable(caller, webhook)
  const { numDeletedRows } = await db
    .deleteFrom('webhooks')
    .where('workspace_id', '=', webhook.workspace_id)
    .where('id', '=', webhook.id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('Webhook')
}
