/** What was said, in the format that is asked for (decision 29a). */
import Type from 'typebox'
import { notFound } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import { OneOf, operation } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { Threads } from '../../platform/threads.ts'
import { getRecording } from '../library/list-recordings.ts'
import { ApiTranscript, RecordingId, recordingExample } from '../library/schemas.ts'
import { readTranscripts } from '../library/with-transcripts.ts'
import { printTranscript } from './long-texts.ts'

const formats = {
  vtt: { type: 'text/vtt', about: 'WebVTT, speakers as voices.' },
  srt: { type: 'application/x-subrip', about: 'SRT, speakers in front of what they said.' },
  md: { type: 'text/markdown', about: 'Markdown, a paragraph a segment.' },
  txt: { type: 'text/plain', about: 'A line a segment.' },
}

const Format = Type.Object({
  format: Type.Optional(
    OneOf(['json', 'vtt', 'srt', 'md', 'txt'], { description: 'The form of the answer.', default: 'json' }),
  ),
})

export function transcriptRoutes(api: Api, { db, threads }: { db: Db; threads: Threads }) {
  api.get(
    '/api/v1/recording/:recording_id/transcript',
    {
      config: { scope: 'read' },
      schema: operation({
        id: 'get_transcript',
        tag: 'Recordings',
        summary: 'Get a transcript',
        description: 'What was said, by whom and when; 404 for a recording without a transcript.',
        extension: true,
        params: RecordingId,
        querystring: Format,
        answer: ApiTranscript,
        example: recordingExample.transcript!,
        otherForms: Object.fromEntries(Object.values(formats).map(({ type, about }) => [type, about])),
      }),
    },
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
}
