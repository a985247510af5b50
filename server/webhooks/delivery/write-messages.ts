/** Writes messages down, many at a time. */
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Happening } from '../events/domain-events.ts'
import { inBatches } from '../events/in-batches.ts'

/** What a webhook is told of a happening. */
export type NewMessage = Pick<Happening, 'type' | 'key' | 'about'> & {
  id: string
  webhookId: string
  status: 'pending' | 'skipped'
  body: string
}

/** What was told before is not told again. @returns how many of them wait to be delivered */
export async function writeMessages(
  tx: Tx,
  now: Date,
  workspaceId: string,
  messages: Iterable<NewMessage>,
): Promise<number> {
  let waiting = 0
  for (const batch of inBatches(messages)) {
    const rows = batch.map(({ id, webhookId, type, key, status, body, about }) => ({
      ...{ id, webhook_id: webhookId, event_type: type, event_key: key, status, body },
      ...{ note_id: about.noteId, recording_id: about.recordingId, item_id: about.itemId },
    }))
    const { rows: written } = await sql<{ status: string }>`
      insert into messages (workspace_id, id, webhook_id, event_type, event_key, status, body, note_id, recording_id,
        item_id, created_at, next_attempt_at)
      select ${workspaceId}, id, webhook_id, event_type, event_key, status, convert_to(body, 'UTF8'), note_id,
        recording_id, item_id, ${now}::timestamptz, case status when 'pending' then ${now}::timestamptz end
      from json_to_recordset(${JSON.stringify(rows)}::json) as told (id text, webhook_id text, event_type text,
        event_key text, status text, body text, note_id text, recording_id text, item_id text)
      on conflict (workspace_id, webhook_id, event_key) do nothing
      returning status`.execute(tx)
    waiting += written.filter(({ status }) => status === 'pending').length
  }
  return waiting
}
