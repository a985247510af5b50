/** Ends uploads that cannot go on: what they were made of is not in this service (decision 28). */

import { notFrozen } from '../../people/caller/frozen.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { announceFailures, failedColumns } from './upload-failed.ts'
import { endedAt } from './upload-source.ts'

export const sourceMissing = 'The recording did not come along with this upload; upload it again'

/** An upload and its source are written together, so one without a source came with an imported world. */
export async function endStranded(db: Db, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const failed = await tx
      .updateTable('uploads')
      .set({ status: 'FAILED', failure_reason: sourceMissing, updated_at: endedAt(now) })
      .where('status', '=', 'PENDING')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('upload_sources as source')
              .select('source.recording_id')
              .whereRef('source.workspace_id', '=', 'uploads.workspace_id')
              .whereRef('source.recording_id', '=', 'uploads.recording_id'),
          ),
        ),
      )
      .where(notFrozen('uploads.workspace_id'))
      .returning(['workspace_id', ...failedColumns])
      .execute()
    for (const [workspaceId, own] of Map.groupBy(failed, ({ workspace_id }) => workspace_id)) {
      await announceFailures(tx, now, workspaceId, own)
    }
    return failed.length
  })
}
