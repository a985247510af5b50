/** Deletes a webhook and all its messages (spec 4.12). */
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { notFound } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { WebhookRow } from '../../platform/postgres/tables.ts'
import { findWebhook, requireChangeable } from './access.ts'
import { recordWebhookAction } from './audit-webhook.ts'
import type { WebhookDeps } from './create-webhook.ts'
import { requireSwitchedOn } from './switches.ts'

/** Messages that are deleted by one statement. */
export const deletionLimits = { messages: 10_000 }

/** @throws {ApiError} 502 while webhooks are switched off, except for a workspace webhook (decision 31); 404, 403 */
export async function deleteWebhook({ db, clock }: WebhookDeps, request: FastifyRequest, id: string): Promise<void> {
  const { caller } = request
  const webhook = await findWebhook(db, caller, id)
  if (webhook?.scope !== 'workspace') requireSwitchedOn(caller)
  if (!webhook) throw notFound('Webhook')
  requireChangeable(caller, webhook)
  await deleteMessages(db, webhook)
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

/**
 * In batches, because a statement has 15 s and a webhook may have millions of messages. Those that another transaction has
 * locked go with the webhook. Each batch begins where the last one ended: what it deleted stays in the index while an older
 * transaction may see it.
 */
async function deleteMessages(db: Db, { workspace_id, id }: Pick<WebhookRow, 'workspace_id' | 'id'>): Promise<void> {
  const { messages } = deletionLimits
  let from = new Date(0)
  for (let count = messages; count === messages; ) {
    const { rows } = await sql<{ count: number; last: Date }>`
      with gone as (
        delete from messages where workspace_id = ${workspace_id} and id = any(array(
          select id from messages where workspace_id = ${workspace_id} and webhook_id = ${id} and created_at >= ${from}
          order by created_at, id limit ${messages}::integer for update skip locked))
        returning created_at)
      select count(*)::int as count, max(created_at) as last from gone`.execute(db)
    const [gone] = rows as [{ count: number; last: Date }]
    count = gone.count
    from = gone.last
  }
}
