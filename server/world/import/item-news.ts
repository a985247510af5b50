/**
 * Action items that an import made or changed, if webhooks are to hear of it (`--fire-events`): their windows open with
 * what they were, as they do whoever changes an item, and what is told is judged when these close (decision 26).
 */

import { sql } from 'kysely'
import { type Held, openHolds } from '../../action-items/hold.ts'
import { assigneeIds } from '../../action-items/list-items.ts'
import type { ImportBatch } from './news.ts'
import { idsOf } from './rows.ts'
import type { Scope } from './scope.ts'

/** The import of action items as the file lists them. */
export function withItemNews<Staged extends { id: string }>(importBatch: ImportBatch<Staged>): ImportBatch<Staged> {
  return async (scope, batch) => {
    if (!scope.fire) return importBatch(scope, batch)
    const before = await readItems(scope, idsOf(batch))
    const changes = await importBatch(scope, batch)
    await openWindows(
      scope,
      changes.ids.map((id) => before.get(id) ?? unborn(id)),
    )
    return changes
  }
}

/** Items that an agenda brought into being. */
export async function openNewWindows(scope: Scope, ids: string[]): Promise<void> {
  await openWindows(scope, ids.map(unborn))
}

/** What an item was before it was. */
const unborn = (item_id: string): Held => ({ item_id, status: 'Incomplete', assignees: [] })

async function openWindows({ tx, now, fire, workspace }: Scope, before: Held[]): Promise<void> {
  if (fire) await openHolds(tx, { ...fire, now, workspaceId: workspace.id }, before)
}

/** What the items are at present. */
async function readItems({ tx, workspace }: Scope, ids: string[]): Promise<Map<string, Held>> {
  const rows = await tx
    .selectFrom('action_items as item')
    .select(['item.id as item_id', 'item.status', assigneeIds.as('assignees')])
    .where('item.workspace_id', '=', workspace.id)
    .where(sql<boolean>`item.id = any(${ids})`)
    .execute()
  return new Map(rows.map((row) => [row.item_id, row]))
}
