/** Stops an upload that is being processed; the work on it ends when its source is gone, see `untilGone` (decision 72). */
import type { FastifyRequest } from 'fastify'
import { tryRemoveLeftovers } from '../../meetings/recordings/media/leftovers.ts'
import { recordAction } from '../../people/caller/audit.ts'
import type { Context } from '../../platform/context/context.ts'
import { ApiError } from '../../platform/errors.ts'
import { getUpload, type UploadView } from './list-uploads.ts'
import { endUpload } from './upload-failed.ts'

/** @throws {ApiError} 404 as `getUpload`; 409 for one that has ended */
export async function cancelUpload(
  deps: Pick<Context, 'db' | 'clock' | 'store' | 'log'>,
  request: FastifyRequest,
  recordingId: string,
): Promise<UploadView> {
  const { db, clock } = deps
  const { caller } = request
  const upload = await db.transaction().execute(async (tx) => {
    const { submitted_by } = await getUpload(tx, caller, recordingId)
    const by = submitted_by === caller.user.id ? 'the person who sent it' : 'an administrator'
    const ids = { workspace_id: caller.workspace.id, recording_id: recordingId }
    if (!(await endUpload(tx, clock(), ids, `Cancelled by ${by}`)))
      throw new ApiError(409, 'This upload has ended, and cannot be cancelled')
    await recordAction(tx, clock(), request, { action: 'upload.cancel', details: { recording_id: recordingId } })
    return getUpload(tx, caller, recordingId)
  })
  await tryRemoveLeftovers(db, deps.store, deps.log)
  return upload
}
