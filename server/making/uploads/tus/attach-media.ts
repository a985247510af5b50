/** Media that follow the transcript of an imported recording: they are kept with it, and not heard again. */
import { sql } from 'kysely'
import { isSeen } from '../../../people/sight/visible.ts'
import { invalid } from '../../../platform/errors.ts'
import type { Db, Tx } from '../../../platform/postgres/db.ts'
import { isStorable } from '../../../platform/text.ts'
import type { StoredMedia, Uploader } from '../submit-upload.ts'

const notWithout = () =>
  invalid(
    'metadata.media_of',
    'must be a recording that you imported with a transcript, that you may still see, and that has no media',
  )

/** @throws {ApiError} 400: the recording is not the uploader's, has no transcript, or has media */
export async function requireWithoutMedia(db: Db, uploader: Uploader, recordingId: string): Promise<void> {
  if (!isStorable(recordingId)) throw notWithout()
  const { rows } = await sql`select from (${sourceWithout(uploader, recordingId)}
    union all ${recordingWithout(uploader, recordingId)}) as found`.execute(db)
  if (rows.length === 0) throw notWithout()
}

/** While the upload is processed its media go the usual way. @throws {ApiError} 400 as above */
export async function attachMedia(
  tx: Tx,
  now: Date,
  uploader: Uploader,
  recordingId: string,
  { file, bytes, contentType, fileName }: StoredMedia,
): Promise<void> {
  const { workspaceId: workspace_id, userId } = uploader
  // The last stage locks the upload before it takes the media from its source, so they come before, or to its recording.
  await sql`select from uploads where workspace_id = ${workspace_id} and recording_id = ${recordingId}
    and submitted_by = ${userId} for update`.execute(tx)
  const pending = await tx
    .updateTable('upload_sources')
    .set({ media_file: file, media_type: contentType, media_name: fileName, media_bytes: bytes })
    .where('workspace_id', '=', workspace_id)
    .where('recording_id', '=', recordingId)
    .where(sql<boolean>`exists (${sourceWithout(uploader, recordingId)})`)
    .executeTakeFirst()
  if (pending.numUpdatedRows > 0n) return
  // Whoever switches zero-day retention on waits for this, and then deletes the media with the transcript.
  const { rows: keeping } = await sql`select from workspaces
    where id = ${workspace_id} and retention = 'standard' for share`.execute(tx)
  if (keeping.length === 0) throw notWithout()
  const recording = await tx
    .updateTable('recordings')
    .set({ updated_at: sql`greatest(updated_at, ${now}::timestamptz)` })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', recordingId)
    // In the row itself too: PostgreSQL checks it again if the row changed meanwhile.
    .where('transcript', 'is not', null)
    .where(sql<boolean>`exists (${recordingWithout(uploader, recordingId)})`)
    .executeTakeFirst()
  if (recording.numUpdatedRows === 0n) throw notWithout()
  await tx
    .insertInto('recording_media')
    .values({
      ...{ workspace_id, recording_id: recordingId, file, media_bytes: bytes },
      ...{ content_type: contentType, file_name: fileName },
    })
    .execute()
}

const sourceWithout = ({ workspaceId, userId }: Uploader, recordingId: string) => sql`
  select from upload_sources source join uploads upload
    on upload.workspace_id = source.workspace_id and upload.recording_id = source.recording_id
  where source.workspace_id = ${workspaceId} and source.recording_id = ${recordingId}
    and upload.submitted_by = ${userId} and upload.import_key is not null and source.transcript is not null
    and source.media_file is null and source.address is null`

const recordingWithout = ({ workspaceId, userId }: Uploader, recordingId: string) => sql`
  select from recordings recording join uploads upload
    on upload.workspace_id = recording.workspace_id and upload.recording_id = recording.id
  where recording.workspace_id = ${workspaceId} and recording.id = ${recordingId}
    and upload.submitted_by = ${userId} and upload.import_key is not null and recording.transcript is not null
    and ${isSeen('recording', { workspace: { id: workspaceId }, user: { id: userId }, superAdmin: false }, sql`recording.id`)}
    and not exists (select from recording_media media
      where media.workspace_id = recording.workspace_id and media.recording_id = recording.id)`
