/** Writes messages, many at a time. */
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/db.ts'
import { currentTrace } from '../../platform/telemetry/trace.ts'
import { bodiesInBatches } from '../events/batch-bodies.ts'
import type { DomainEvent } from '../events/domain-events.ts'
import { messagesNotifyChannel } from './wake.ts'

/** A message of an event to one webhook. */
export type NewMessage = Pick<DomainEvent, 'type' | 'key' | 'about' | 'trace'> & {
  id: string
  webhookId: string
  status: 'pending' | 'skipped'
  body: string
}

/** Writes messages and wakes the workers. A key that was written before is skipped. @returns how many wait for delivery */
export async function writeMessages(
  tx: Tx,
  now: Date,
  workspaceId: string,
  messages: Iterable<NewMessage>,
): Promise<number> {
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
