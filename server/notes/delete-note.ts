/** Deletes a note for good, with everything that hangs on it (spec 4.7, decision 19). */
import type { FastifyRequest } from 'fastify'
import { notFound } from '../platform/errors.ts'
import type { Db } from '../platform/postgres/db.ts'
import { isStorable } from '../platform/text.ts'
import type { Clock } from '../platform/time.ts'
import { forgetMessages } from '../webhooks/delivery/forget-messages.ts'
import { recordAudit } from '../workspace/audit.ts'
import { changeSight } from '../workspace/change-sight.ts'
import { requireSuperAdmin } from '../workspace/require-super-admin.ts'

/**
 * Recordings with transcripts and AI notes, action items, shares and publications go with the note by foreign keys;
 * the rows of uploads that became its recordings, which have none, go here.
 * @throws {ApiError} 403 without super admin, whatever the id; then 404
 */
export async function deleteNote(db: Db, clock: Clock, request: FastifyRequest, id: string): Promise<void> {
  const { caller } = request
  requireSuperAdmin(caller)
  if (!isStorable(id)) throw notFound('Note')
  await changeSight(db, caller.workspace.id, async (tx) => {
    await tx
      .deleteFrom('uploads')
      .where('workspace_id', '=', caller.workspace.id)
      .where('recording_id', 'in', (eb) =>
        eb
          .selectFrom('recordings')
          .select('id')
          .where('workspace_id', '=', caller.workspace.id)
          .where('note_id', '=', id),
      )
      .execute()
    const { numDeletedRows } = await tx
      .deleteFrom('notes')
      .where('workspace_id', '=', caller.workspace.id)
      .where('id', '=', id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('Note')
    // Not sooner: the deletion has waited for whoever was just telling of the note.
    await forgetMessages(tx, caller.workspace.id, 'note_id', [id])
    await recordAudit(tx, clock(), caller, request, { action: 'note.delete', status: 200, details: { note_id: id } })
  })
}
