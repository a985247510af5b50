/** Sends one recording and its ETag (spec 4.6; decisions 14 on retrieval, 16 on recording fields, 46 on corrections). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../../platform/errors.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { isStorable } from '../../../platform/text.ts'
import { type LinkOptions, mediaLinks } from '../media/media-link.ts'
import { everything, getRecording, peopleInAiNotes } from './list-recordings.ts'
import { presentRecording } from './present-recording.ts'
import { readRecordingEtag } from './recording-etag.ts'
import { withTranscripts } from './with-transcripts.ts'

/**
 * @param expiresIn  seconds for which the link to the media works
 * @throws {ApiError} 404 for a recording that is not the caller's to see
 */
export async function sendRecording(
  { db, links }: { db: Db; links: LinkOptions },
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  expiresIn?: number,
) {
  const { caller } = request
  const etag = isStorable(id) ? await readRecordingEtag(db, caller, id) : undefined
  if (etag === undefined) throw notFound('Recording')
  const row = await getRecording(db, caller, id)
  const people = await peopleInAiNotes(db, caller, [row])
  const linkTo = mediaLinks(links, request, expiresIn)
  const recordings = [presentRecording(row, everything, { people, linkTo })]
  const frame = { before: '{"recording":', after: '}' }
  reply.header('etag', etag)
  return (await withTranscripts(db, caller, { reply, recordings, frame })) as never
}
