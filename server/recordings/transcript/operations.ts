/** Transcripts, as openapi.json describes them (decision 29a; an extension of the specification). */
import Type from 'typebox'
import { operation } from '../../platform/http/operation.ts'
import { OneOf } from '../../platform/http/schema.ts'
import { ApiTranscript, RecordingId, recordingExample } from '../library/schemas.ts'

export const formats = {
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

export const getTranscript = operation({
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
})
