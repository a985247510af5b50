/** Gives new action items their place in the agenda of their note: below everything else (decision 21). */
import { sql } from 'kysely'
import type { Tx } from '../platform/postgres/db.ts'

/**
 * The note is locked. It changes with its list of blocks; what an item says stands in action_items and changes there.
 * A note that a world says is updated later than now stays so.
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
