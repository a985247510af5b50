/** Removes an erased person from action items, and deletes the items that nobody else has (decision 50). */
import { sql } from 'kysely'
import type { Erasure, NamedThing } from '../../people/privacy/erasure.ts'
import { nameEraser } from '../../people/privacy/name-eraser.ts'
import { asRows, type Tx } from '../../platform/postgres/db.ts'

/**
 * Erases names in texts. Assignees stay: the account has no name any more. No event is announced.
 * @returns the ids of those that changed
 */
export async function eraseInItems(tx: Tx, erasure: Erasure, things: NamedThing[]): Promise<string[]> {
  if (things.length === 0) return []
  // The notes are locked already. The items are locked too, because some have no note.
  const { rows } = await sql<{ id: string; text: string }>`
    select id, text from action_items
    where workspace_id = ${erasure.workspaceId} and id = any(${things.map(({ id }) => id)})
    order by id for no key update`.execute(tx)
  const tookPart = new Map(things.map(({ id, took_part }) => [id, took_part]))
  const changed = rows.flatMap(({ id, text }) => {
    const erased = nameEraser(erasure.userId, erasure.names, tookPart.get(id)!).text(text)
    return erased === text ? [] : [{ id, text: erased }]
  })
  if (changed.length === 0) return []
  await sql`
    update action_items set text = erased.text,
      updated_at = greatest(action_items.updated_at, ${erasure.now}::timestamptz)
    from ${asRows('action_items', changed)} erased
    where action_items.workspace_id = ${erasure.workspaceId} and action_items.id = erased.id`.execute(tx)
  return changed.map(({ id }) => id)
}

/** Deletes those items without a note that the person made and that nobody else is assigned to. @returns their ids */
export async function deleteOwnItems(tx: Tx, { workspaceId, userId }: Erasure, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from action_items item
    where item.workspace_id = ${workspaceId} and item.id = any(${ids}) and item.note_id is null
      and item.created_by = ${userId}
      and not exists (select from action_item_assignees assignee
        join users person on person.workspace_id = assignee.workspace_id and person.id = assignee.user_id
        where assignee.workspace_id = item.workspace_id and assignee.item_id = item.id
          and person.id <> ${userId} and person.erased_at is null)
    returning item.id`.execute(tx)
  return rows.map(({ id }) => id)
}
