/**
 * Announces domain events to webhooks and listeners: writes one message for each recipient, in the transaction of the
 * change that caused them (spec 2.8, 6; decisions 35 on inactive webhooks and 40 on recipients). This room does not
 * know what the bodies contain.
 */
import { newId } from '../../platform/id.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Bodies, DomainEvent, EventBatch } from '../events/domain-events.ts'
import { enqueueStreamEvents, type NewStreamEvent } from '../stream/stream-events.ts'
import { findRecipients, type Recipient } from './recipients.ts'
import { type NewMessage, writeMessages } from './write-messages.ts'

/**
 * Webhooks that are not active, or may not send at the moment, get their message as `skipped`: it can be recovered.
 * @returns how many messages wait to be delivered
 */
export async function announce<Each extends DomainEvent>(tx: Tx, now: Date, batch: EventBatch<Each>): Promise<number> {
  const recipients = await findRecipients(tx, now, batch)
  const received = batch.events.flatMap((event, index) => {
    const own = recipients.get(index)
    if (!own) return []
    const userIds = new Set(own.filter(({ scope }) => scope === 'user').map(({ user_id }) => user_id))
    return [{ event, recipients: own, userIds: [...userIds], toChat: own.some(({ chat }) => chat !== null) }]
  })
  if (received.length === 0) return 0
  const bodies = await batch.bodiesOf(received)

  await enqueueStreamEvents(tx, now, batch.workspaceId, streamEvents())
  return writeMessages(tx, now, batch.workspaceId, messages())

  function* streamEvents(): Generator<NewStreamEvent> {
    for (const [index, { event, recipients }] of received.entries()) {
      for (const { id, user_id } of recipients) {
        if (id === null) yield { ...event, userId: user_id, body: JSON.stringify(bodies[index]!.user(user_id)) }
      }
    }
  }
  function* messages(): Generator<NewMessage> {
    for (const [index, { event, recipients }] of received.entries()) {
      for (const recipient of recipients) {
        if (recipient.id === null) continue
        const status = recipient.ready ? 'pending' : 'skipped'
        const body = JSON.stringify(bodyFor(recipient, bodies[index]!))
        yield { ...event, id: newId('msg', now), webhookId: recipient.id, status, body }
      }
    }
  }
}

const bodyFor = ({ scope, chat, user_id }: Recipient, bodies: Bodies) =>
  chat !== null ? bodies.channel!(chat) : scope === 'user' ? bodies.user(user_id) : bodies.workspace()
