/** Recordings and uploads: list, get, delete (spec 4.2, 4.3, 4.6, 4.7; decisions 14, 27). */
import Type from 'typebox'
import type { Api } from '../platform/api.ts'
import type { Db } from '../platform/db.ts'
import { PageOf, readPageRequest } from '../platform/page.ts'
import { operation } from '../platform/schema.ts'
import type { Clock } from '../platform/time.ts'
import { deleteRecording } from './delete-recording.ts'
import { getRecording, listRecordings, peopleInAiNotes } from './list-recordings.ts'
import { getUpload, listUploads } from './list-uploads.ts'
import { presentRecording } from './present-recording.ts'
import { presentUpload } from './present-upload.ts'
import {
  ListRecordings,
  ListUploads,
  Recording,
  RecordingDeleted,
  RecordingId,
  RecordingQuery,
  RecordingUpload,
  recordingExample,
  UploadPage,
  uploadExample,
} from './schemas.ts'

const everything = { transcript: true, ai_notes: true, media_url: true }

export function recordingRoutes(api: Api, { db, clock }: { db: Db; clock: Clock }) {
  api.post(
    '/api/v1/recordings',
    {
      schema: operation({
        id: 'list_recordings',
        tag: 'Recordings',
        summary: 'List recordings',
        description:
          'The recordings that the caller may see, newest first. Transcript and AI notes come only if asked for.',
        body: ListRecordings,
        answer: PageOf(Recording),
        example: { page_info: { cursor: null, page_size: 20 }, data: [recordingExample] },
      }),
    },
    async ({ caller, body }) => {
      const include = body.include ?? {}
      const page = await listRecordings(db, caller, {
        filters: body.filters ?? {},
        include,
        page: readPageRequest('recordings', body.pagination),
      })
      const people = await peopleInAiNotes(db, caller, page.rows)
      return { page_info: page.info, data: page.rows.map((row) => presentRecording(row, include, people)) }
    },
  )

  api.get(
    '/api/v1/recording/:recording_id',
    {
      schema: operation({
        id: 'get_recording',
        tag: 'Recordings',
        summary: 'Get a recording',
        description: 'One recording with all its fields.',
        params: RecordingId,
        querystring: RecordingQuery,
        answer: Type.Object({ recording: Recording }),
        example: { recording: recordingExample },
      }),
    },
    async ({ caller, params }) => {
      const recording = await getRecording(db, caller, params.recording_id)
      return { recording: presentRecording(recording, everything, await peopleInAiNotes(db, caller, [recording])) }
    },
  )

  api.delete(
    '/api/v1/recording/:recording_id',
    {
      schema: operation({
        id: 'delete_recording',
        tag: 'Recordings',
        summary: 'Delete a recording',
        description: 'Deletes the recording for good; its note stays. Super admin keys only.',
        params: RecordingId,
        answer: RecordingDeleted,
        example: { recording_id: 'r_1', deleted: true },
      }),
    },
    async (request) => {
      await deleteRecording(db, clock, request, request.params.recording_id)
      return { recording_id: request.params.recording_id, deleted: true as const }
    },
  )

  api.post(
    '/api/v1/recordings/upload/list',
    {
      config: { bodyRequired: true },
      schema: operation({
        id: 'list_uploads',
        tag: 'Recordings',
        summary: 'List uploads',
        description: 'What came of the recordings that the caller uploaded, newest first; a super admin key lists all.',
        body: ListUploads,
        answer: UploadPage,
        example: { uploads: { page_info: { cursor: null, page_size: 20 }, data: [uploadExample] } },
      }),
    },
    async ({ caller, body }) => {
      const page = await listUploads(db, caller, body.filters ?? {}, readPageRequest('uploads', body.pagination))
      return { uploads: { page_info: page.info, data: page.rows.map(presentUpload) } }
    },
  )

  api.get(
    '/api/v1/recordings/upload/:recording_id',
    {
      schema: operation({
        id: 'get_upload',
        tag: 'Recordings',
        summary: 'Get an upload',
        description: 'What came of one uploaded recording.',
        extension: true,
        params: RecordingId,
        answer: Type.Object({ upload: RecordingUpload }),
        example: { upload: uploadExample },
      }),
    },
    async ({ caller, params }) => ({ upload: presentUpload(await getUpload(db, caller, params.recording_id)) }),
  )
}
