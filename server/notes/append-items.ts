/** Adds action items at the end of a note's agenda, each as its own block (decisions 21, 26). */
import { sql } from 'kysely'
import { type Change, changeItems, type NewItem } from '../action-items/change-items.ts'
import type { Tx } from '../platform/postgres/db.ts'
import type { StoredBlock } from '../tables.ts'

export async function appendItems(tx: Tx, change: Change & { noteId: string }, items: NewItem[]): Promise<void> {
  if (items.length === 0) return
  const { workspaceId, noteId, now } = change
  // Locks the note first, as every writer of agendas and items does.
  await sql`select from notes where workspace_id = ${workspaceId} and id = ${noteId} for no key update`.execute(tx)
  const ids = await changeItems(tx, change, { created: items })
  const blocks = ids.map((id): StoredBlock => ({ type: 'action_item', depth: 0, id }))
  await tx
    .updateTable('notes')
    .set({
      agenda: sql`agenda || ${JSON.stringify(blocks)}::jsonb`,
      updated_at: sql`greatest(updated_at, ${now}::timestamptz)`,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', noteId)
    .execute()
}
