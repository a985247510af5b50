/** Uploads that wait until there is a transcription service: by a setting and a restart, or by `minutebook models`. */
import { sql } from 'kysely'
import { sharerOf } from '../../people/caller/caller.ts'
import { notFrozen } from '../../people/caller/frozen.ts'
import type { Context } from '../../platform/context/context.ts'
import { processUploadJob, type UploadIds } from './upload-source.ts'

/** The job that looks for a transcription service each minute. */
export const wakeUploadsJob = 'wake-uploads'

export async function waitForTranscriber(
  { db }: Pick<Context, 'db'>,
  { workspace_id, recording_id }: UploadIds,
): Promise<void> {
  await db
    .updateTable('upload_sources')
    .set({ waits: true, failures: 0, stage_done: null })
    .where('workspace_id', '=', workspace_id)
    .where('recording_id', '=', recording_id)
    .execute()
}

/** Lets all uploads go on that wait, if media can be transcribed now. */
export async function wakeUploads({
  db,
  jobs,
  transcribes,
}: Pick<Context, 'db' | 'jobs'> & { transcribes(): Promise<boolean> }): Promise<void> {
  if (!(await transcribes())) return
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<UploadIds & { submitted_by: string }>`
      update upload_sources source set waits = false from uploads upload
      where source.waits and upload.workspace_id = source.workspace_id and upload.recording_id = source.recording_id
        and ${notFrozen('source.workspace_id')}
      returning source.workspace_id, source.recording_id, upload.submitted_by`.execute(tx)
    const woken = rows.map(({ workspace_id, recording_id, submitted_by }) => ({
      data: { workspace_id, recording_id },
      sharer: sharerOf(workspace_id, submitted_by),
    }))
    await jobs.sendAll(tx, processUploadJob, woken)
  })
}
