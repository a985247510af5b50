/**
 * Recordings, as openapi.json describes them (spec 4.2, 4.6, 4.7; decisions 14 on retrieval, 16 on recording fields, 19
 * on deletion).
 */
import Type from 'typebox'
import { operation } from '../../../platform/http/operation.ts'
import { PageOf } from '../../../platform/http/page.ts'
import {
  ListRecordings,
  Recording,
  RecordingDeleted,
  RecordingId,
  RecordingQuery,
  recordingExample,
} from './schemas.ts'

export const listRecordings = operation({
  id: 'list_recordings',
  tag: 'Recordings',
  summary: 'List recordings',
  description:
    'The recordings that the caller may see, newest first. Transcripts and AI notes are only returned if they are requested.',
  body: ListRecordings,
  answer: PageOf(Recording),
  example: { page_info: { cursor: null, page_size: 20 }, data: [recordingExample] },
})

export const getRecording = operation({
  id: 'get_recording',
  tag: 'Recordings',
  summary: 'Get a recording',
  description: 'One recording with all its fields.',
  params: RecordingId,
  querystring: RecordingQuery,
  etag: 'read',
  answer: Type.Object({ recording: Recording }),
  example: { recording: recordingExample },
})

export const deleteRecording = operation({
  id: 'delete_recording',
  tag: 'Recordings',
  summary: 'Delete a recording',
  description: 'Deletes the recording for good; its note stays. 409 under legal hold. Super admin keys only.',
  params: RecordingId,
  failures: [409],
  answer: RecordingDeleted,
  example: { recording_id: 'r_1', deleted: true },
})
