/** The source of an upload in progress, and the names of its jobs. */
import { sql } from 'kysely'
import { sharerOf } from '../../people/caller/caller.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { UploadSourceRow } from '../../platform/postgres/tables.ts'
import type { WrittenNotes } from '../engines/shared/engines.ts'

/** The job that runs one stage of an upload that has no transcript yet; its data are `UploadIds`. */
export const processUploadJob = 'process-upload'
/** The same for an upload with a transcript, which does not wait behind hours of sound. */
export const writeUploadJob = 'write-upload'
export const jobOfStage = (hasTranscript: boolean) => (hasTranscript ? writeUploadJob : processUploadJob)

export type UploadIds = { workspace_id: string; recording_id: string }

/** The owner to which a sealed address is bound. */
export const addressOwner = ({ workspace_id, recording_id }: UploadIds) => `${workspace_id}/${recording_id}`

export type Source = Omit<UploadSourceRow, 'written_notes'> & {
  written_notes: WrittenNotes | null
  submitted_by: string
  title: string
  event_guid: string | null
  series_id: string | null
  channel_id: string | null
  template_id: string | null
  retention: 'standard' | 'zero_day'
  /** When the meeting began, as the uploader said or else the calendar; days such as "on Friday" are relative to it. */
  started_at: Date | null
}

/** Undefined for an upload that is finished, deleted, or has no source. */
export async function loadSource(db: Db, { workspace_id, recording_id }: UploadIds): Promise<Source | undefined> {
  const row = await db
    .selectFrom('upload_sources as source')
    .innerJoin('uploads as upload', (join) =>
      join
        .onRef('upload.workspace_id', '=', 'source.workspace_id')
        .onRef('upload.recording_id', '=', 'source.recording_id'),
    )
    .select(['source.workspace_id', 'source.recording_id', 'source.address', 'source.media_file', 'source.media_type'])
    .select(['source.media_name', 'source.media_bytes', 'source.duration_seconds', 'source.written_notes'])
    .select(['source.facts', 'source.note_id', 'source.failures', 'source.waits'])
    .select(sql<string | null>`source.transcript::text`.as('transcript'))
    .leftJoin('events as event', (join) =>
      join.onRef('event.workspace_id', '=', 'upload.workspace_id').onRef('event.guid', '=', 'upload.event_guid'),
    )
    .select(['upload.title', 'upload.event_guid', 'upload.channel_id', 'upload.template_id', 'event.series_id'])
    .select('upload.submitted_by')
    .innerJoin('workspaces as workspace', 'workspace.id', 'upload.workspace_id')
    .select('workspace.retention')
    .select(
      sql<Date | null>`coalesce((source.facts ->> 'started_at')::timestamptz(3), event.starts_at)`.as('started_at'),
    )
    .where('source.workspace_id', '=', workspace_id)
    .where('source.recording_id', '=', recording_id)
    .where('upload.status', '=', 'PENDING')
    .executeTakeFirst()
  return row as Source | undefined
}

/** Value of `updated_at` in an update of `uploads`. Never before its creation, even if the clock was set back. */
export const endedAt = (now: Date) => sql<Date>`greatest(created_at, ${now}::timestamptz)`

/** The job of the next stage. */
export function sendNext(
  tx: Tx,
  jobs: Pick<Jobs, 'send'>,
  source: Pick<Source, 'workspace_id' | 'recording_id' | 'submitted_by' | 'transcript'>,
  options: { at?: Date } = {},
): Promise<void> {
  const { workspace_id, recording_id, submitted_by, transcript } = source
  const sharer = sharerOf(workspace_id, submitted_by)
  return jobs.send(tx, jobOfStage(transcript !== null), { workspace_id, recording_id }, { ...options, sharer })
}
