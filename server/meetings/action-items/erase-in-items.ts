/** Removes an erased person from action items, and deletes the items that nobody else has (decision 50). */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Erasure, NamedThing } from '../../people/privacy/erasure.ts'
import { type NameEraser, nameEraser } from '../../people/privacy/name-eraser.ts'
import { asRows, type Tx } from '../../platform/postgres/db.ts'
import type { ActionItemRow } from '../../platform/postgres/tables.ts'
import { cutShort } from '../../platform/text.ts'
import { maxLinkLengths } from './schemas.ts'

/**
 * Erases names in texts. Assignees stay: the account has no name any more. No event is announced.
 * @returns the ids of those that changed
 */
export async function eraseInItems(tx: Tx, erasure: Erasure, things: NamedThing[]): Promise<string[]> {
  if (things.length === 0) return []
  // The notes are locked already. The items are locked too, because some have no note.
  const { rows } = await sql<Texts>`
    select id, text, links from action_items
    where workspace_id = ${erasure.workspaceId} and id = any(${things.map(({ id }) => id)})
    order by id for no key update`.execute(tx)
  const tookPart = new Map(things.map(({ id, took_part }) => [id, took_part]))
  const changed = rows.flatMap((before) => {
    const erased = erase(before, nameEraser(erasure.userId, erasure.names, tookPart.get(before.id)!))
    return isDeepStrictEqual(erased, before) ? [] : [erased]
  })
  if (changed.length === 0) return []
  await sql`
    update action_items set text = erased.text, links = erased.links,
      updated_at = greatest(action_items.updated_at, ${erasure.now}::timestamptz)
    from ${asRows('action_items', changed)} erased
    where action_items.workspace_id = ${erasure.workspaceId} and action_items.id = erased.id`.execute(tx)
  return changed.map(({ id }) => id)
}

type Texts = Pick<ActionItemRow, 'id' | 'text' | 'links'>

/** A link whose address names the person is removed: with another address it would lead nowhere. */
function erase({ id, text, links }: Texts, { text: erased }: NameEraser): Texts {
  const left = links.filter(({ url }) => erased(url) === url)
  const part = (of: Exclude<keyof typeof maxLinkLengths, 'url'>, from: string) =>
    cutShort(erased(from), maxLinkLengths[of])
  return {
    id,
    text: erased(text),
    links: left.map(({ system, key, url, state }) => ({
      system: part('system', system),
      key: part('key', key),
      url,
      ...(state !== undefined && { state: part('state', state) }),
    })),
  }
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
