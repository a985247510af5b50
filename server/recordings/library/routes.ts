/** Recordings: list, get, delete, and what was said in one (spec 4.2, 4.6, 4.7; decisions 14, 16, 29a). */
import Type from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { PageOf, readPageRequest } from '../../platform/http/page.ts'
import { operation } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { Clock } from '../../platform/time.ts'
import { type LinkTerms, mediaLinks } from '../media/media-link.ts'
import { deleteRecording } from './delete-recording.ts'
import { everything, getRecording, listRecordings, peopleInAiNotes, type RecordingView } from './list-recordings.ts'
import { presentRecording } from './present-recording.ts'
import {
  ListRecordings,
  Recording,
  RecordingDeleted,
  RecordingId,
  RecordingQuery,
  recordingExample,
} from './schemas.ts'
import { withTranscripts } from './with-transcripts.ts'

export type RecordingDeps = {
  db: Db
  clock: Clock
  links: LinkTerms
  /** Removes the files of media whose rows are gone. */
  removeMedia(): Promise<void>
}

export function recordingRoutes(api: Api, { db, clock, links, removeMedia }: RecordingDeps) {
  api.post(
    '/api/v1/recordings',
    {
      config: { scope: 'read' },
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
    async (request, reply) => {
      const { filters, include, pagination, media_url_expires_in } = request.body
      const asked = { filters: filters ?? {}, include: include ?? {}, page: readPageRequest('recordings', pagination) }
      const page = await listRecordings(db, request.caller, asked)
      const people = await peopleInAiNotes(db, request.caller, page.rows)
      const linkTo = mediaLinks(links, request, media_url_expires_in)
      const present = (row: RecordingView) => presentRecording(row, asked.include, { people, linkTo })
      const recordings = page.rows.map(present)
      if (!asked.include.transcript) return { page_info: page.info, data: recordings }
      const frame = { before: `{"page_info":${JSON.stringify(page.info)},"data":[`, after: ']}' }
      return (await withTranscripts(db, request.caller, { reply, recordings, frame })) as never
    },
  )

  api.get(
    '/api/v1/recording/:recording_id',
    {
      config: { scope: 'read' },
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
    async (request, reply) => {
      const { caller, params, query } = request
      const row = await getRecording(db, caller, params.recording_id)
      const people = await peopleInAiNotes(db, caller, [row])
      const linkTo = mediaLinks(links, request, query.media_url_expires_in)
      const recordings = [presentRecording(row, everything, { people, linkTo })]
      const frame = { before: '{"recording":', after: '}' }
      return (await withTranscripts(db, caller, { reply, recordings, frame })) as never
    },
  )

  api.delete(
    '/api/v1/recording/:recording_id',
    {
      config: { scope: 'admin' },
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
      await removeMedia()
      return { recording_id: request.params.recording_id, deleted: true as const }
    },
  )
}
