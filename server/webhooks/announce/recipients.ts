/**
 * The recipients of each event of a batch: webhooks and listeners (spec 2.8, 6; decisions 30, 35 on inactive webhooks
 * and 40).
 */
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/db.ts'
import type { ChatKind, WebhookRow } from '../../platform/postgres/tables.ts'
import { asDomainEvents, type DomainEvent, type EventBatch } from '../events/domain-events.ts'
import { unnamedTypes } from '../events/event-types.ts'
import { webhookReady } from './ready.ts'

/** A webhook; or a listener, who has no id and receives the same as a user webhook of theirs. */
export type Recipient = Pick<WebhookRow, 'user_id' | 'scope'> & {
  id: string | null
  chat: ChatKind | null
  ready: boolean
}

/**
 * Locks the webhooks: if one is deleted at the same moment, no message is written for it, or the message is deleted
 * too. A listener who may not receive events now is a recipient, and reads them if they may again before they are removed
 * (`readEvents`). With `offset 0` the audience is asked once for each webhook; without, again for each that receives something.
 * @returns the recipients of each event, by its index in the batch; events without any are missing
 */
export async function findRecipients<Each extends DomainEvent>(
  tx: Tx,
  now: Date,
  batch: EventBatch<Each>,
): Promise<Map<number, Recipient[]>> {
  const events = asDomainEvents(batch)
  // The audience is an expression over `webhooks`, so listeners get that alias.
  const { rows } = await sql<Recipient & { indexes: number[] }>`
    with hooks as (
      select webhooks.id, webhooks.user_id, webhooks.scope, webhooks.chat, ${webhookReady(now)} as ready, received.indexes
      from webhooks cross join lateral (
        select array(select index from ${events}
          where domain_event.event_type = any(
              case webhooks.enabled_events when '{}' then ${unnamedTypes}::text[] else webhooks.enabled_events end)
            and webhooks.id is distinct from domain_event.except_webhook
            and case webhooks.scope when 'workspace' then domain_event.to_workspace
              when 'channel' then ${batch.channelAudience ?? sql`false`} else ${batch.audience} end
        ) as indexes offset 0) as received
      where webhooks.workspace_id = ${batch.workspaceId} and received.indexes <> '{}'
      order by webhooks.id for key share of webhooks)
    select * from hooks
    union all
    select null, webhooks.user_id, 'user', null, true, received.indexes
    from listeners webhooks
    cross join lateral (
      select array(select index from ${events}
        where domain_event.event_type = any(webhooks.enabled_events) and ${batch.audience}
      ) as indexes offset 0) as received
    where webhooks.workspace_id = ${batch.workspaceId} and webhooks.listens_until > ${now}
      and received.indexes <> '{}'`.execute(tx)
  const recipients = new Map<number, Recipient[]>()
  for (const { indexes, ...recipient } of rows) {
    for (const index of indexes) recipients.set(index, [...(recipients.get(index) ?? []), recipient])
  }
  return recipients
}
