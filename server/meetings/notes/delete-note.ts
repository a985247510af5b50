/** Deletes a note permanently, with everything that belongs to it (spec 4.7, decision 19 on deletion). */
import type { FastifyRequest } from 'fastify'
import { recordAudit } from '../../people/caller/audit.ts'
import { changeSight } from '../../people/caller/change-sight.ts'
import { requireSuperAdmin } from '../../people/caller/require-super-admin.ts'
import { requireNoHold } from '../../people/privacy/legal-hold.ts'
import { notFound } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { isStorable } from '../../platform/text.ts'
import type { Clock } from '../../platform/time.ts'
import { emptyMessages } from '../../webhooks/delivery/empty-messages.ts'
import { announceDeletions } from './announce-things.ts'

/**
 * Foreign keys delete recordings with transcripts and AI notes, action items, shares and publications. The uploads of
 * its recordings have no foreign key and are deleted here.
 * @throws {ApiError} 403 for callers who are no super admin, whatever the id; then 404, and 409 under legal hold
 */
export async function deleteNote(db: Db, clock: Clock, request: FastifyRequest, id: string): Promise<void> {
  const { caller } = request
  requireSuperAdmin(caller)
  if (!isStorable(id)) throw notFound('Note')
  await changeSight(db, caller.workspace.id, async (tx) => {
    await requireNoHold(tx, caller.workspace.id, id, 'This note')
    await announceDeletions(tx, clock(), caller.workspace.id, { notes: [id] })
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
    // After the deletion, because that waited for transactions that were announcing events of the note.
    await emptyMessages(tx, caller.workspace.id, 'note_id', [id])
    await recordAudit(tx, clock(), caller, request, { action: 'note.delete', status: 200, details: { note_id: id } })
  })
}
