/** Deletes a recording permanently and keeps its note (spec 4.7, decision 19 on deletion). */
import type { FastifyRequest } from 'fastify'
import { recordAudit } from '../../../people/caller/audit.ts'
import { changeSight } from '../../../people/caller/change-sight.ts'
import { requireSuperAdmin } from '../../../people/caller/require-super-admin.ts'
import { requireNoHold } from '../../../people/privacy/legal-hold.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { isStorable } from '../../../platform/text.ts'
import type { Clock } from '../../../platform/time.ts'
import { emptyMessages } from '../../../webhooks/delivery/empty-messages.ts'
import { announceDeletions } from '../../notes/announce-things.ts'

/** @throws {ApiError} 403 without super admin, whatever the id; then 404, also for an unfinished upload, and 409 under legal hold */
export async function deleteRecording(db: Db, clock: Clock, request: FastifyRequest, id: string): Promise<void> {
  const { caller } = request
  requireSuperAdmin(caller)
  if (!isStorable(id)) throw notFound('Recording')
  await changeSight(db, caller.workspace.id, async (tx) => {
    const recording = await tx
      .selectFrom('recordings')
      .select('note_id')
      .where('workspace_id', '=', caller.workspace.id)
      .where('id', '=', id)
      .executeTakeFirst()
    if (!recording) throw notFound('Recording')
    await requireNoHold(tx, caller.workspace.id, recording.note_id, 'This recording')
    await announceDeletions(tx, clock(), caller.workspace.id, { recordings: [id] })
    const { numDeletedRows } = await tx
      .deleteFrom('recordings')
      .where('workspace_id', '=', caller.workspace.id)
      .where('id', '=', id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('Recording')
    // After the deletion, because that waited for transactions that were announcing events of the recording.
    await emptyMessages(tx, caller.workspace.id, 'recording_id', [id])
    await tx
      .deleteFrom('uploads')
      .where('workspace_id', '=', caller.workspace.id)
      .where('recording_id', '=', id)
      .execute()
    await recordAudit(tx, clock(), caller, request, {
      action: 'recording.delete',
      status: 200,
      details: { recording_id: id },
    })
  })
}
