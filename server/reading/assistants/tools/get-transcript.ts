/** `get_transcript`: what was said, a page at a time. */
import Type from 'typebox'
import { getRecording } from '../../../meetings/recordings/library/list-recordings.ts'
import { maxSeconds, printClock } from '../../../meetings/recordings/transcript/captions.ts'
import { readSegments } from '../../../meetings/recordings/transcript/read-segments.ts'
import { notFound } from '../../../platform/errors.ts'
import { Nullable } from '../../../platform/http/schema.ts'
import { recapUrl } from '../../ask/links.ts'
import { fence, fenceShort } from '../results/fence.ts'
import { recognisedHint } from '../results/present.ts'
import { Arguments, Limit, Quoted, RecordingId, Url } from '../results/shapes.ts'
import { maxLongText, maxSegments } from '../results/text-room.ts'
import { defineTool, reading } from './tool.ts'

/** More than any transcript has. */
const maxIndex = 10_000_000

const Seconds = (description: string) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: maxSeconds, description: `${description} Seconds from the start.` }))

export const getTranscript = defineTool({
  name: 'get_transcript',
  title: 'Read a transcript',
  description: `What was said in a recording, segment by segment: at most ${maxSegments} segments and ${maxLongText} characters at a time. Call again with \`from_segment\` set to \`next_from_segment\` until that is null.`,
  scope: 'read',
  hints: reading,
  input: Arguments({
    recording_id: RecordingId,
    from_seconds: Seconds('Leave out what ended before.'),
    to_seconds: Seconds('Leave out what begins after.'),
    from_segment: Type.Optional(
      Type.Integer({ minimum: 0, maximum: maxIndex, default: 0, description: 'The first segment, counted from 0.' }),
    ),
    limit: Limit(maxSegments, 100),
  }),
  output: Type.Object({
    recording_id: Type.String(),
    title: Quoted('Of the recording.'),
    url: Url('The recap at the first segment, for people; `?t=SECONDS` begins at another moment.'),
    segments: Type.Array(
      Type.Object({
        index: Type.Integer({ description: 'Counted from 0.' }),
        start_time: Type.Number({ description: 'Seconds from the start.' }),
        end_time: Type.Number(),
        speaker: Quoted('Who speaks.'),
        text: Quoted('What is said.'),
      }),
    ),
    recognised: Type.Array(Quoted('A speaker of these segments.'), {
      description: 'Named by their voice, which may be wrong; nobody has confirmed it.',
    }),
    next_from_segment: Nullable(Type.Integer({ description: 'Where to go on; null at the end.' })),
    total_segments: Type.Integer({ description: 'Of the whole transcript.' }),
  }),
  async run({ db, caller, origin }, { recording_id, from_seconds, to_seconds, from_segment, limit }) {
    const { title } = await getRecording(db, caller, recording_id, {})
    const page = await readSegments(db, caller, recording_id, {
      fromSegment: from_segment ?? 0,
      fromSeconds: from_seconds ?? null,
      toSeconds: to_seconds ?? null,
      limit: limit ?? 100,
      maxText: maxLongText,
    })
    if (!page) throw notFound('Transcript')
    const segments = page.segments.map(({ index, start_time, end_time, speaker, text }) => ({
      index,
      start_time,
      end_time,
      speaker: fenceShort(speaker),
      text: fence(text),
    }))
    const url = recapUrl(origin, recording_id, segments[0]?.start_time ?? null)
    const data = {
      recording_id,
      title: fenceShort(title),
      url,
      segments,
      recognised: page.recognised.map(fenceShort),
      next_from_segment: page.next,
      total_segments: page.total,
    }
    const lines = segments.map(
      ({ index, start_time, speaker, text }) => `${index} [${printClock(Math.floor(start_time))}] ${speaker}: ${text}`,
    )
    const nextPage = page.next === null ? 'This is the end.' : `More: call again with from_segment ${page.next}`
    return { text: [`${data.title}; ${url}`, ...recognisedHint(data.recognised), ...lines, nextPage].join('\n'), data }
  },
})
