/**
 * Adds action items at the end of a note's agenda, each as its own block, and removes others (decisions 21 on native
 * markup, 26 on the window, 46 on corrections).
 */
import { sql } from 'kysely'
import type { StoredBlock } from '../../platform/postgres/column-types.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { type ChangeOptions, changeItems, type NewItem } from '../action-items/change-items.ts'

/** @param removed  ids of items to remove with their blocks; an item with blocks nested below it stays */
export async function appendItems(
  tx: Tx,
  change: ChangeOptions & { noteId: string },
  items: NewItem[],
  removed: string[] = [],
): Promise<void> {
  if (items.length === 0 && removed.length === 0) return
  const { workspaceId, noteId, now } = change
  // Locks the note first, as every writer of agendas and items does.
  await sql`select from notes where workspace_id = ${workspaceId} and id = ${noteId} for no key update`.execute(tx)
  const removable = removed.length === 0 ? [] : await findLeaves(tx, workspaceId, noteId, removed)
  const ids = await changeItems(tx, change, { created: items, removed: removable })
  const blocks = ids.map((id): StoredBlock => ({ type: 'action_item', depth: 0, id }))
  await tx
    .updateTable('notes')
    .set({
      agenda: sql`${agendaWithout(removable)} || ${JSON.stringify(blocks)}::jsonb`,
      updated_at: sql`greatest(updated_at, ${now}::timestamptz)`,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', noteId)
    .execute()
}

/** Those of these items that have no block nested below them. */
async function findLeaves(tx: Tx, workspaceId: string, noteId: string, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select block ->> 'id' as id from (
      select block, lead((block ->> 'depth')::int) over (order by number) as next_depth
      from notes, jsonb_array_elements(agenda) with ordinality as list (block, number)
      where workspace_id = ${workspaceId} and id = ${noteId}) as outline
    where block ->> 'type' = 'action_item' and block ->> 'id' = any(${ids})
      and coalesce(next_depth, 0) <= (block ->> 'depth')::int`.execute(tx)
  return rows.map(({ id }) => id)
}

function agendaWithout(ids: string[]) {
  if (ids.length === 0) return sql`agenda`
  return sql`coalesce((select jsonb_agg(block order by number)
    from jsonb_array_elements(agenda) with ordinality as list (block, number)
    where block ->> 'type' <> 'action_item' or block ->> 'id' <> all(${ids})), '[]')`
}
