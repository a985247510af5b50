/** Transcripts in the requested format (decision 29a), and who spoke for how long (47). */
import { notFound } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { Threads } from '../../platform/threads.ts'
import { getRecording } from '../library/list-recordings.ts'
import { readTranscripts } from '../library/with-transcripts.ts'
import { printTranscript } from './long-texts.ts'
import * as operations from './operations.ts'
import { formats } from './operations.ts'
import { readTalkTime } from './talk-time.ts'

export function transcriptRoutes(api: Api, { db, threads }: { db: Db; threads: Threads }) {
  api.get(
    '/api/v1/recording/:recording_id/transcript',
    { config: { scope: 'read' }, schema: operations.getTranscript },
    async ({ caller, params, query, sharer }, reply) => {
      const { id, title } = await getRecording(db, caller, params.recording_id, {})
      const transcript = (await readTranscripts(db, caller, [id])).get(id)
      if (!transcript) throw notFound('Transcript')
      const { format = 'json' } = query
      if (format === 'json') return reply.type('application/json; charset=utf-8').send(transcript as never)
      const { type } = formats[format]
      reply.type(`${type}; charset=utf-8`).header('x-content-type-options', 'nosniff')
      return (await printTranscript(threads, format, transcript, title, sharer)) as never
    },
  )

  api.get(
    '/api/v1/recording/:recording_id/talk_time',
    { config: { scope: 'read' }, schema: operations.getTalkTime },
    async ({ caller, params }) => ({ speakers: await readTalkTime(db, caller, params.recording_id) }),
  )
}
