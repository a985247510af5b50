/** Notifies administrators of changes in the health of webhooks, in the transaction of the change. */
import { sql } from 'kysely'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Clock } from '../../platform/time.ts'
import { announce } from '../announce/announce.ts'
import type { DomainEvent } from '../events/domain-events.ts'
import { type HealthChange, healthBody } from './health-events.ts'
import { queueChatMails, queueHealthMails } from './health-mail.ts'

export type NotifyHealth = (tx: Tx, changes: HealthChange[]) => Promise<void>

/** Notifies by workspace webhooks that name the event's type, and by mail if the workspace wants it. */
export function healthNotifier({ clock, jobs }: { clock: Clock; jobs: Pick<Jobs, 'sendAll'> }): NotifyHealth {
  return async (tx, changes) => {
    const now = clock()
    for (const [workspaceId, own] of Map.groupBy(changes, ({ workspace_id }) => workspace_id)) {
      const [chats, webhooks] = [own.filter(isOfChat), own.filter((change) => !isOfChat(change))]
      if (webhooks.length > 0) await announceHealth(tx, now, workspaceId, webhooks)
      for (const { id } of webhooks) await queueHealthMails({ tx, jobs, now }, workspaceId, id)
      for (const { id } of chats) await queueChatMails({ tx, jobs, now }, workspaceId, id)
    }
  }
}

/** Programs are not told of chats: the members of a channel see in it whether its chat works. */
const isOfChat = ({ scope }: HealthChange) => scope === 'channel'

type HealthEvent = DomainEvent & { change: HealthChange }

async function announceHealth(tx: Tx, now: Date, workspaceId: string, changes: HealthChange[]): Promise<void> {
  await announce<HealthEvent>(tx, now, {
    workspaceId,
    events: changes.map((change) => ({
      type: change.type,
      facts: {},
      toWorkspace: true,
      exceptWebhook: change.id,
      about: {},
      change,
      // Unique: a webhook begins to fail only once at a moment.
      key: `${change.type} ${change.id} ${change.failingSince.toISOString()}`,
    })),
    // Neither user webhooks nor listeners receive it.
    audience: sql<boolean>`false`,
    bodiesOf: async (received) =>
      received.map(({ event }) => ({ user: () => ({}), workspace: () => healthBody(event.change) })),
  })
}
