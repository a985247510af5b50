/** Adds new action items at the end of their note's agenda (decision 21). */
import { sql } from 'kysely'
import type { Tx } from '../platform/postgres/db.ts'

/**
 * The caller has locked the note. The note stores only the list of blocks; the items' contents are in action_items.
 * If an imported world set the note's `updated_at` later than now, it stays.
 */
export async function appendToAgenda(
  tx: Tx,
  { workspaceId, noteId, now }: { workspaceId: string; noteId: string; now: Date },
  itemIds: string[],
): Promise<void> {
  const blocks = itemIds.map((id) => ({ type: 'action_item', depth: 0, id }))
  await sql`
    update notes set agenda = agenda || ${JSON.stringify(blocks)}::jsonb, updated_at = greatest(updated_at, ${now})
    where workspace_id = ${workspaceId} and id = ${noteId}`.execute(tx)
}
