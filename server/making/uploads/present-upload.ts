/** An upload as the API prints it (spec 2.4). *Pure.* */
import type { Static } from 'typebox'
import { utc } from '../../platform/time.ts'
import type { UploadView } from './list-uploads.ts'
import type { RecordingUpload } from './schemas.ts'

export function presentUpload(upload: UploadView): Static<typeof RecordingUpload> {
  return {
    recording_id: upload.recording_id,
    title: upload.title,
    created_at: utc(upload.created_at),
    updated_at: utc(upload.updated_at),
    status: upload.status,
    failure_reason: upload.failure_reason,
    ...(upload.progress && { progress: upload.progress }),
    ...(upload.import_key !== null && { import_key: upload.import_key }),
    ...(upload.notes_fallback && { notes_fallback_reason: upload.notes_fallback }),
  }
}
