/** Items and decisions that are added to a note one by one stand at the end of its agenda, and have the limits of one. */
import { sql } from 'kysely'
import { invalid } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { maxAgendaBytes, maxBlocks } from './schemas.ts'

/**
 * The caller has locked the note. The note stores only the list of blocks; their contents are in tables of their own.
 * If an imported world set the note's `updated_at` later than now, it stays.
 */
export async function appendToAgenda(
  tx: Tx,
  { workspaceId, noteId, now }: { workspaceId: string; noteId: string; now: Date },
  type: 'action_item' | 'decision',
  id: string,
): Promise<void> {
  await sql`
    update notes set agenda = agenda || ${JSON.stringify([{ type, depth: 0, id }])}::jsonb,
      updated_at = greatest(updated_at, ${now})
    where workspace_id = ${workspaceId} and id = ${noteId}`.execute(tx)
}

/**
 * Checks that a note has room for an item or a decision that is new or longer: those written one by one have the same limits
 * as an agenda written as a whole. The caller has locked the note.
 * @param before  the text that is replaced; null for a new one, which adds a block
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
      where workspace_id = ${workspaceId} and note_id = ${noteId}) + (
      select coalesce(sum(octet_length(text)), 0)::integer from decisions
      where workspace_id = ${workspaceId} and note_id = ${noteId} and recording_id is null) as bytes
    from notes where workspace_id = ${workspaceId} and id = ${noteId}`.execute(tx)
  const { blocks, bytes } = rows[0]!
  if (before === null && blocks >= maxBlocks) {
    throw invalid('body.note_id', `has an agenda of ${blocks} blocks already, which is the most`)
  }
  if (bytes + addedBytes <= maxAgendaBytes) return
  const found = `action items and decisions of ${bytes + addedBytes} bytes in this note`
  throw invalid('body.text', `makes ${found}; they can have at most ${maxAgendaBytes}`)
}
