/**
 * Recordings: list, get, delete, and transcripts (spec 4.2, 4.6, 4.7; decisions 14 on retrieval, 16 on recording
 * fields, 29a on media and repeats).
 */
import type { Context } from '../../../platform/context/context.ts'
import type { Api } from '../../../platform/http/api.ts'
import { readPageRequest } from '../../../platform/http/page.ts'
import { type LinkOptions, mediaLinks } from '../media/media-link.ts'
import { deleteRecording } from './delete-recording.ts'
import { listRecordings, peopleInAiNotes, type RecordingView } from './list-recordings.ts'
import * as operations from './operations.ts'
import { presentRecording } from './present-recording.ts'
import { sendRecording } from './send-recording.ts'
import { withTranscripts } from './with-transcripts.ts'

export function recordingRoutes(
  api: Api,
  {
    db,
    clock,
    links,
    removeMedia,
  }: Pick<Context, 'db' | 'clock'> & {
    links: LinkOptions
    /** Removes media files whose rows were deleted. */
    removeMedia(): Promise<void>
  },
) {
  api.post(
    '/api/v1/recordings',
    { config: { scope: 'read' }, schema: operations.listRecordings },
    async (request, reply) => {
      const { filters, pagination, media_url, media_url_expires_in } = request.body
      const include = { ...request.body.include, ...(media_url && { media_url: true }) }
      const query = { filters: filters ?? {}, include, page: readPageRequest('recordings', pagination) }
      const page = await listRecordings(db, request.caller, query)
      const people = await peopleInAiNotes(db, request.caller, page.rows)
      const linkTo = mediaLinks(links, request, media_url?.expire_in ?? media_url_expires_in)
      const present = (row: RecordingView) => presentRecording(row, query.include, { people, linkTo })
      const recordings = page.rows.map(present)
      if (!query.include.transcript) return { page_info: page.info, data: recordings }
      const frame = { before: `{"page_info":${JSON.stringify(page.info)},"data":[`, after: ']}' }
      return (await withTranscripts(db, request.caller, { reply, recordings, frame })) as never
    },
  )

  api.get(
    '/api/v1/recording/:recording_id',
    { config: { scope: 'read' }, schema: operations.getRecording },
    async (request, reply) =>
      sendRecording({ db, links }, request, reply, request.params.recording_id, request.query.media_url_expires_in),
  )

  api.delete(
    '/api/v1/recording/:recording_id',
    { config: { scope: 'admin' }, schema: operations.deleteRecording },
    async (request) => {
      await deleteRecording(db, clock, request, request.params.recording_id)
      await removeMedia()
      return { recording_id: request.params.recording_id, deleted: true as const }
    },
  )
}
