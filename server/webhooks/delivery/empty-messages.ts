/** Empties messages about meeting data that was deleted for good (decision 19 on deletion). */
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/postgres/db.ts'
import { forgetEvents } from '../stream/stream-events.ts'
import { lockMessages } from './lock-messages.ts'

/**
 * Deletes the stream events about this data. Messages that quote the data keep their rows, without payload and without
 * the answers of receivers; those that still wait are not sent.
 * @param ids  of notes, recordings or action items, as the column says
 */
export async function emptyMessages(
  tx: Tx,
  workspaceId: string,
  column: 'note_id' | 'recording_id' | 'item_id',
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return
  await emptyMessagesWhere(tx, workspaceId, sql`${sql.ref(column)} = any(${ids})`)
  await forgetEvents(tx, workspaceId, column, ids)
}

/** @param condition  over `messages` */
export async function emptyMessagesWhere(tx: Tx, workspaceId: string, condition: RawBuilder<boolean>): Promise<void> {
  const quoting = sql<boolean>`workspace_id = ${workspaceId} and ${condition}`
  await lockMessages(tx, quoting)
  const emptied = tx
    .updateTable('messages')
    .set((eb) => ({
      body: null,
      status: eb
        .case()
        .when('status', 'in', ['pending', 'held', 'skipped'])
        .then('cancelled' as const)
        .else(eb.ref('status'))
        .end(),
      next_attempt_at: null,
    }))
    .where(quoting)
    .returning('id')
  await tx
    .with('emptied', () => emptied)
    .updateTable('attempts')
    .set({ response_body: null })
    .where('workspace_id', '=', workspaceId)
    .where('message_id', 'in', (eb) => eb.selectFrom('emptied').select('id'))
    .execute()
}
