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

const Word = Type.Object({
  text: Type.String(),
  start_time: Type.Number({ description: 'Seconds from the start of the recording.' }),
  end_time: Type.Number({ description: 'Seconds from the start of the recording.' }),
})

/** Spec 2.3, and beyond it the words. */
const TimedTranscript = Type.Object(
  {
    language_code: ApiTranscript.properties.language_code,
    speech_segments: Type.Array(
      Type.Object({
        ...ApiTranscript.properties.speech_segments.items.properties,
        words: Type.Optional(
          Type.Array(Word, {
            description:
              'When each word was said, where the transcriber told it and nobody has corrected the text since.',
          }),
        ),
      }),
    ),
  },
  { description: 'What was said (spec 2.3).' },
)

export const getTranscript = operation({
  id: 'get_transcript',
  tag: 'Recordings',
  summary: 'Get a transcript',
  description: 'What was said, by whom and when; 404 for a recording without a transcript.',
  extension: true,
  params: RecordingId,
  querystring: Format,
  answer: TimedTranscript,
  example: recordingExample.transcript!,
  otherForms: Object.fromEntries(Object.values(formats).map(({ type, about }) => [type, about])),
})

const Talk = Type.Object({
  speaker: Type.String({ description: 'As the transcript names them.' }),
  seconds: Type.Number({ description: 'Of all segments together.' }),
  words: Type.Integer({ description: 'Separated by blanks.' }),
  turns: Type.Integer({ description: 'Runs of segments of this speaker.' }),
})

export const getTalkTime = operation({
  id: 'get_talk_time',
  tag: 'Recordings',
  summary: 'Get the talk time',
  description: 'Who spoke for how long, the longest first; 404 for a recording without a transcript.',
  extension: true,
  params: RecordingId,
  answer: Type.Object({ speakers: Type.Array(Talk) }),
  example: { speakers: [{ speaker: 'Ada Moreau', seconds: 61.5, words: 180, turns: 7 }] },
})
