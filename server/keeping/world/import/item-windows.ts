/**
 * Opens windows for action items that an import created or changed, if it announces events (`--fire-events`). As for every
 * change, the window stores the previous state, and its end decides on events (decision 26).
 */
import { sql } from 'kysely'
import { type ItemBefore, openHolds } from '../../../meetings/action-items/hold.ts'
import { assigneeIds } from '../../../meetings/action-items/list-items.ts'
import type { ImportBatch } from './ai-note-changes.ts'
import type { ImportContext } from './import-context.ts'
import { idsOf } from './rows.ts'

/** Wraps the import of listed action items. */
export function openItemWindows<Staged extends { id: string }>(importBatch: ImportBatch<Staged>): ImportBatch<Staged> {
  return async (context, batch) => {
    if (!context.fire) return importBatch(context, batch)
    const before = await readItems(context, idsOf(batch))
    const changes = await importBatch(context, batch)
    await openWindows(
      context,
      changes.ids.map((id) => before.get(id) ?? beforeCreation(id)),
    )
    return changes
  }
}

/** Opens the windows of items that an agenda created. */
export async function openNewWindows(context: ImportContext, ids: string[]): Promise<void> {
  await openWindows(context, ids.map(beforeCreation))
}

/** The state before the creation of an item. */
const beforeCreation = (item_id: string): ItemBefore => ({ item_id, status: 'Incomplete', assignees: [] })

async function openWindows({ tx, now, fire, workspace }: ImportContext, before: ItemBefore[]): Promise<void> {
  if (fire) await openHolds(tx, { ...fire, now, workspaceId: workspace.id }, before)
}

/** The current state of the items. */
async function readItems({ tx, workspace }: ImportContext, ids: string[]): Promise<Map<string, ItemBefore>> {
  const rows = await tx
    .selectFrom('action_items as item')
    .select(['item.id as item_id', 'item.status', assigneeIds.as('assignees')])
    .where('item.workspace_id', '=', workspace.id)
    .where(sql<boolean>`item.id = any(${ids})`)
    .execute()
  return new Map(rows.map((row) => [row.item_id, row]))
}
