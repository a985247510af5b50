/** Transcripts, as openapi.json describes them (decision 29a on media and repeats; an extension of the specification). */
import Type from 'typebox'
import { operation } from '../../../platform/http/operation.ts'
import { OneOf } from '../../../platform/http/schema.ts'
import { ApiTranscript, RecordingId, recordingExample } from '../library/schemas.ts'

export const formats = {
  vtt: { type: 'text/vtt', about: 'WebVTT, speakers as voices.' },
  srt: { type: 'application/x-subrip', about: 'SRT, each speaker in front of the text.' },
  md: { type: 'text/markdown', about: 'Markdown, one paragraph per segment.' },
  txt: { type: 'text/plain', about: 'Plain text, one line per segment.' },
}

const Format = Type.Object({
  format: Type.Optional(
    OneOf(['json', 'vtt', 'srt', 'md', 'txt'], { description: 'The format of the answer.', default: 'json' }),
  ),
})

const Word = Type.Object({
  text: Type.String(),
  start_time: Type.Number({ description: 'Seconds from the start of the recording.' }),
  end_time: Type.Number({ description: 'Seconds from the start of the recording.' }),
})

/** Spec 2.3, with words in addition. */
const TimedTranscript = Type.Object(
  {
    language_code: ApiTranscript.properties.language_code,
    speech_segments: Type.Array(
      Type.Object({
        ...ApiTranscript.properties.speech_segments.items.properties,
        words: Type.Optional(
          Type.Array(Word, {
            description:
              'The times of the words. Absent if the transcription service did not send them, or if the text was corrected.',
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
  speaker: Type.String({ description: 'The name in the transcript.' }),
  seconds: Type.Number({ description: 'Sum of all segments of this speaker.' }),
  words: Type.Integer({ description: 'Number of words, separated by spaces.' }),
  turns: Type.Integer({ description: 'Number of runs of segments of this speaker.' }),
})

export const getTalkTime = operation({
  id: 'get_talk_time',
  tag: 'Recordings',
  summary: 'Get the talk time',
  description: 'How long each speaker spoke, the longest first; 404 for a recording without a transcript.',
  extension: true,
  params: RecordingId,
  answer: Type.Object({ speakers: Type.Array(Talk) }),
  example: { speakers: [{ speaker: 'Ada Moreau', seconds: 61.5, words: 180, turns: 7 }] },
})
