/** Transcripts in the requested format (decision 29a on media and repeats), and talk time (decision 47). */
import type { Context } from '../../../platform/context/context.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Api } from '../../../platform/http/api.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { getRecording } from '../library/list-recordings.ts'
import { readTimedTranscript } from '../library/with-transcripts.ts'
import { printTimed, printTranscript } from './long-texts.ts'
import * as operations from './operations.ts'
import { formats } from './operations.ts'
import { readTalkTime } from './talk-time.ts'

export function transcriptRoutes(api: Api, { db, threads }: { db: Db; threads: Context['threads'] }) {
  api.get(
    '/api/v1/recording/:recording_id/transcript',
    { config: { scope: 'read' }, schema: operations.getTranscript },
    async ({ caller, params, query, sharer }, reply) => {
      const { id, title } = await getRecording(db, caller, params.recording_id, {})
      const stored = await readTimedTranscript(db, caller, id)
      if (!stored) throw notFound('Transcript')
      const { transcript, words } = stored
      const { format = 'json' } = query
      if (format === 'json') {
        const json = words === null ? transcript : await printTimed(threads, transcript, words, sharer)
        return reply.type('application/json; charset=utf-8').send(json as never)
      }
      const { type } = formats[format]
      reply.type(`${type}; charset=utf-8`)
      return (await printTranscript(threads, format, transcript, title, sharer)) as never
    },
  )

  api.get(
    '/api/v1/recording/:recording_id/talk_time',
    { config: { scope: 'read' }, schema: operations.getTalkTime },
    async ({ caller, params }) => ({ speakers: await readTalkTime(db, caller, params.recording_id) }),
  )
}
