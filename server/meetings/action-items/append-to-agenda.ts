/** Adds new action items at the end of their note's agenda (decision 21 on native markup). */
import { sql } from 'kysely'
import { invalid } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { maxAgendaBytes, maxBlocks } from './schemas.ts'

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

/**
 * Checks that a note has room for an item that is new or longer: items written one by one have the same limits as an
 * agenda written as a whole. The caller has locked the note.
 * @param before  the text that is replaced; null for a new item, which adds a block
 * @throws {ApiError} 400
 */
export async function requireRoom(
  tx: Tx,
  { workspaceId, noteId }: { workspaceId: string; noteId: string },
  text: string,
  before: string | null,
): Promise<void> {
  const addedBytes = Buffer.byteLength(text) - Buffer.byteLength(before ?? '')
  if (before !== null && addedBytes <= 0) return
  const { rows } = await sql<{ blocks: number; bytes: number }>`
    select jsonb_array_length(agenda) as blocks, (
      select coalesce(sum(octet_length(text)), 0)::integer from action_items
      where workspace_id = ${workspaceId} and note_id = ${noteId}) as bytes
    from notes where workspace_id = ${workspaceId} and id = ${noteId}`.execute(tx)
  const { blocks, bytes } = rows[0]!
  if (before === null && blocks >= maxBlocks) {
    throw invalid('body.note_id', `has an agenda of ${blocks} blocks already, which is the most`)
  }
  if (bytes + addedBytes <= maxAgendaBytes) return
  const message = `makes action items of ${bytes + addedBytes} bytes in this note; they can have at most ${maxAgendaBytes}`
  throw invalid('body.text', message)
}
