/** Uploads, as openapi.json describes them (spec 4.3, 4.4; decisions 27 to 29a on media and repeats). */
import Type from 'typebox'
import { RecordingId } from '../../meetings/recordings/library/schemas.ts'
import { operation } from '../../platform/http/operation.ts'
import { WaitQuery } from '../../platform/http/schema.ts'
import { idempotencyKey, idempotencyReplayed } from './idempotency.ts'
import { ListUploads, RecordingUpload, UploadPage, uploadExample } from './schemas.ts'
import { Submitted, SubmitUpload } from './submit-schemas.ts'

export const submitUpload = operation({
  id: 'submit_upload',
  tag: 'Recordings',
  summary: 'Submit an upload',
  description:
    'Accepts a recording as the URL of its media or as a transcript; AI notes are written from it. With an `Idempotency-Key` the same request may be repeated within 24 hours: it gets the first answer again, with `Idempotency-Replayed: true`. A URL of media is a 422 if the operator has configured no transcription service (`STT_URL`, `STT_KIND`). To send a file, use the tus protocol at `/api/v1/recordings/upload/tus`.',
  body: SubmitUpload,
  answer: Submitted,
  sentHeaders: idempotencyKey,
  status: 201,
  headers: idempotencyReplayed,
  failures: [422],
  example: { recording_id: 'r_9' },
})

export const listUploads = operation({
  id: 'list_uploads',
  tag: 'Recordings',
  summary: 'List uploads',
  description: 'The status of the recordings that the caller uploaded, newest first; a super admin key lists all.',
  body: ListUploads,
  answer: UploadPage,
  example: { uploads: { page_info: { cursor: null, page_size: 20 }, data: [uploadExample] } },
})

export const cancelUpload = operation({
  id: 'cancel_upload',
  tag: 'Recordings',
  summary: 'Cancel an upload',
  description:
    'Stops an upload that is PENDING: it is FAILED, the work on it ends within 2 s, and its media are deleted. By the person who sent it, and by super admin keys. A 409 for one that is SUCCESS or FAILED. A file that is still being sent is taken back by `DELETE` on its own address.',
  extension: true,
  params: RecordingId,
  answer: Type.Object({ upload: RecordingUpload }),
  failures: [409],
  example: { upload: { ...uploadExample, failure_reason: 'Cancelled by the person who sent it' } },
})

export const getUpload = operation({
  id: 'get_upload',
  tag: 'Recordings',
  summary: 'Get an upload',
  description:
    'The status of one uploaded recording. With `wait` the answer comes as soon as the upload is no longer PENDING, or after this number of seconds.',
  extension: true,
  params: RecordingId,
  querystring: WaitQuery,
  answer: Type.Object({ upload: RecordingUpload }),
  example: { upload: uploadExample },
})
