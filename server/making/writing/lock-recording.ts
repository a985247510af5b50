/** Locks a recording for one writer. */
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/db.ts'

/**
 * Locks the note first, as writers of agendas and items do, so that they cannot deadlock. Rights are checked afterwards
 * in a statement of their own, because they may change while this one waits.
 */
export async function lockRecording(tx: Tx, workspaceId: string, id: string): Promise<void> {
  await sql`select from notes where workspace_id = ${workspaceId} and id = (
      select note_id from recordings where workspace_id = ${workspaceId} and id = ${id})
    for no key update`.execute(tx)
  await sql`select from recordings where workspace_id = ${workspaceId} and id = ${id} for no key update`.execute(tx)
}
