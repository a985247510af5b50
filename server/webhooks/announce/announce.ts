/**
 * Announces domain events to webhooks and listeners: writes one message for each recipient, in the transaction of the
 * change that caused them (spec 2.8, 6; decisions 35 on inactive webhooks and 40 on recipients). This room does not
 * know what the bodies contain.
 */
import { sql } from 'kysely'
import { newId } from '../../platform/id.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { currentTrace } from '../../platform/telemetry/trace.ts'
import { bodiesInBatches } from '../events/batch-bodies.ts'
import type { Bodies, DomainEvent, EventBatch } from '../events/domain-events.ts'
import { enqueueStreamEvents, type NewStreamEvent } from '../stream/stream-events.ts'
import { findRecipients, type Recipient } from './recipients.ts'
import { messagesNotifyChannel } from './wake.ts'

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
        const body = id === null ? bodies[index]!.user(user_id) : null
        if (body !== null) yield { ...event, userId: user_id, body: JSON.stringify(body) }
      }
    }
  }
  function* messages(): Generator<NewMessage> {
    for (const [index, { event, recipients }] of received.entries()) {
      for (const recipient of recipients) {
        if (recipient.id === null) continue
        const status = recipient.ready ? 'pending' : 'skipped'
        const body = bodyFor(recipient, bodies[index]!)
        if (body !== null)
          yield { ...event, id: newId('msg', now), webhookId: recipient.id, status, body: JSON.stringify(body) }
      }
    }
  }
}

const bodyFor = ({ scope, chat, user_id }: Recipient, bodies: Bodies) =>
  chat !== null ? bodies.channel!(chat) : scope === 'user' ? bodies.user(user_id) : bodies.workspace()

/** A message of an event to one webhook. */
type NewMessage = Pick<DomainEvent, 'type' | 'key' | 'about' | 'trace'> & {
  id: string
  webhookId: string
  status: 'pending' | 'skipped'
  body: string
}

/** Writes messages and wakes the workers. A key that was written before is skipped. @returns how many wait for delivery */
async function writeMessages(tx: Tx, now: Date, workspaceId: string, messages: Iterable<NewMessage>): Promise<number> {
  let total = 0
  for (const batch of bodiesInBatches(messages)) {
    const rows = batch.map(({ id, webhookId, type, key, status, body, about, trace }) => ({
      id,
      webhook_id: webhookId,
      event_type: type,
      event_key: key,
      status,
      body,
      note_id: about.noteId,
      recording_id: about.recordingId,
      item_id: about.itemId,
      trace: trace ?? currentTrace(),
    }))
    const { rows: written } = await sql<{ waiting: number }>`
      with written as (
        insert into messages (workspace_id, id, webhook_id, event_type, event_key, status, body, note_id, recording_id,
          item_id, trace, created_at, next_attempt_at)
        select ${workspaceId}, id, webhook_id, event_type, event_key, status, convert_to(body, 'UTF8'), note_id,
          recording_id, item_id, trace, ${now}::timestamptz, case status when 'pending' then ${now}::timestamptz end
        from json_to_recordset(${JSON.stringify(rows)}::json) as message (id text, webhook_id text, event_type text,
          event_key text, status text, body text, note_id text, recording_id text, item_id text,
          trace text)
        on conflict (workspace_id, webhook_id, event_key) do nothing
        returning status)
      select count(*)::integer as waiting, case when count(*) > 0 then pg_notify(${messagesNotifyChannel}, '') end
      from written where status = 'pending'`.execute(tx)
    total += written[0]!.waiting
  }
  return total
}
