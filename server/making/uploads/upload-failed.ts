/** Ends uploads that failed, and announces them to those who made them and named the event (decision 61). */
import { sql } from 'kysely'
import Type from 'typebox'
import { announceNamed } from '../../meetings/notes/announce-things.ts'
import { namedEvent } from '../../meetings/notes/named-event-schemas.ts'
import { Nullable, Time } from '../../platform/http/schema.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { UploadRow } from '../../platform/postgres/tables.ts'
import { utc } from '../../platform/time.ts'
import type { EventCatalog } from '../../webhooks/events/event-types.ts'
import { endedAt, type UploadIds } from './upload-source.ts'

export type FailedUpload = Pick<UploadRow, 'recording_id' | 'title' | 'event_guid' | 'submitted_by'> & {
  created_at: Date
  failure_reason: string | null
}

export const failedColumns = [
  'recording_id',
  'title',
  'event_guid',
  'submitted_by',
  'created_at',
  'failure_reason',
] as const

/** Ends an upload for good; its media go with the source. @returns whether it was PENDING */
export async function endUpload(
  tx: Tx,
  now: Date,
  { workspace_id, recording_id }: UploadIds,
  reason: string,
): Promise<boolean> {
  const failed = await tx
    .updateTable('uploads')
    .set({ status: 'FAILED', failure_reason: reason, updated_at: endedAt(now) })
    .where('workspace_id', '=', workspace_id)
    .where('recording_id', '=', recording_id)
    .where('status', '=', 'PENDING')
    .returning(failedColumns)
    .executeTakeFirst()
  if (!failed) return false
  await announceFailures(tx, now, workspace_id, [failed])
  await tx
    .deleteFrom('upload_sources')
    .where('workspace_id', '=', workspace_id)
    .where('recording_id', '=', recording_id)
    .execute()
  return true
}

const isUploader = sql<boolean>`domain_event.facts ->> 'user_id' = webhooks.user_id`

export async function announceFailures(tx: Tx, now: Date, workspaceId: string, uploads: FailedUpload[]): Promise<void> {
  const type = 'upload.failed' as const
  const events = uploads.map((upload) => ({
    type,
    key: `${type} ${upload.recording_id}`,
    facts: { user_id: upload.submitted_by },
    about: { recordingId: upload.recording_id },
    toWorkspace: true,
    body: {
      event_type: type,
      id: upload.recording_id,
      title: upload.title,
      event_id: upload.event_guid,
      failure_reason: upload.failure_reason ?? '',
      created_at: utc(upload.created_at),
      user_id: upload.submitted_by,
    },
  }))
  await announceNamed(tx, now, workspaceId, events, isUploader)
}

export const uploadEvents = {
  'upload.failed': namedEvent(
    'upload.failed',
    'An upload failed and is not tried again. The person who made it receives this.',
    {
      id: Type.String({ description: 'The `recording_id` of the upload.' }),
      title: Type.String(),
      event_id: Nullable(Type.String({ description: 'The calendar event; null without one.' })),
      failure_reason: Type.String({ description: 'Why it failed, in one sentence.' }),
      created_at: Time('When the upload was made.'),
      user_id: Type.String({ description: 'Who made it.' }),
    },
    {
      id: 'r_9',
      title: 'Old call',
      event_id: null,
      failure_reason: 'The media could not be read',
      created_at: '2026-01-06T10:00:00.000Z',
      user_id: 'u_bo',
    },
  ),
} satisfies Partial<EventCatalog>
