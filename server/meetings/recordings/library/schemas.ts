import Type, { type Static } from 'typebox'
import { Person } from '../../../people/caller/schemas.ts'
import { Id, IdOf, Maybe, Nullable, OneOf, Pagination, Time } from '../../../platform/http/schema.ts'
import { MeetingFilters } from '../../lists/schemas.ts'

const RecordingInclude = Type.Object(
  {
    transcript: Maybe(Type.Boolean({ description: 'What was said, by whom and when.' })),
    ai_notes: Maybe(Type.Boolean({ description: 'The notes that were written from it.' })),
    media_url: Maybe(Type.Boolean({ description: 'A signed link to the media.' })),
    consent: Maybe(Type.Boolean({ description: 'What people were told before it.' })),
    marks: Maybe(Type.Boolean({ description: 'Moments that people marked.' })),
  },
  { description: 'Fields that are only returned if they are requested.', examples: [{ transcript: true }] },
)
export type RecordingInclude = Static<typeof RecordingInclude>

const expiresIn = {
  minimum: 3_600,
  maximum: 86_400,
  default: 43_200,
  description: 'Seconds for which `media_url` works.',
}
const { default: _default, ...expireIn } = expiresIn

export const ListRecordings = Type.Object(
  {
    pagination: Maybe(Pagination),
    filters: Maybe(MeetingFilters),
    include: Maybe(RecordingInclude),
    media_url_expires_in: Maybe(Type.Integer(expiresIn)),
    media_url: Maybe(
      Type.Object(
        { expire_in: Maybe(Type.Integer(expireIn)) },
        {
          description:
            'Includes `media_url`, as the flag does; `expire_in` takes precedence over `media_url_expires_in`.',
          examples: [{ expire_in: 3_600 }],
        },
      ),
    ),
  },
  { examples: [{ pagination: { page_size: 20 }, include: { transcript: true } }] },
)

export const RecordingQuery = Type.Object({ media_url_expires_in: Type.Optional(Type.Integer(expiresIn)) })

/** Spec 2.3. */
export const ApiTranscript = Type.Object(
  {
    language_code: Type.String({ description: 'The language that was detected, as a tag.' }),
    speech_segments: Type.Array(
      Type.Object({
        speaker: Type.String(),
        text: Type.String(),
        start_time: Type.Number({ description: 'Seconds from the start of the recording.' }),
        end_time: Type.Number({ description: 'Seconds from the start of the recording.' }),
        heard: Type.Optional(
          Type.String({
            description:
              'The text before terms of the glossary, or names of the meeting, were put into it. Absent if none were, or a person has written the text.',
          }),
        ),
      }),
    ),
    recognised: Type.Optional(
      Type.Array(
        Type.Object({
          speaker: Type.String(),
          before: Type.String({ description: 'The name that says nothing, to which a wrong one is put right.' }),
          by: Type.Optional(
            Type.Literal('microphone', {
              description: 'Assumed, because it was the microphone of who recorded. Absent: by their voice.',
            }),
          ),
        }),
        {
          description:
            'Speakers whom nobody named, but their voice or their microphone. A rename ends it. Absent if there are none.',
        },
      ),
    ),
  },
  { description: 'What was said (spec 2.3).' },
)

const Tokens = (description: string) => Nullable(Type.Integer({ description }))

const Usage = Type.Object(
  {
    requests: Type.Integer({ description: 'Number of requests to the model, including failed and repeated ones.' }),
    input_tokens: Tokens('Tokens that the model read; null if it does not count them.'),
    output_tokens: Tokens('Tokens that the model wrote; null if it does not count them.'),
    seconds: Type.Number({ description: 'From the first request to the last answer.' }),
    dropped: Type.Integer({ description: 'Sentences that were left out, because the transcript does not prove them.' }),
  },
  { description: 'What a language model used for these notes, including failed attempts. Absent without a model.' },
)

const Sentences = Type.Optional(
  Type.Array(
    Type.Object({
      text: Type.String({ description: 'The sentence, as it stands in the text.' }),
      segment: Type.Integer({
        description: 'The segment of the transcript in which the quote begins, from 0, when the notes were written.',
      }),
      timestamp: Type.Integer({ description: 'When it was said, in whole seconds from the start of the recording.' }),
      quote: Nullable(
        Type.String({
          description: 'What was said, word for word. Null if the transcript was deleted, or was corrected there.',
        }),
      ),
    }),
    {
      description: 'Where each sentence of a language model comes from. Absent of quotations and of what people wrote.',
    },
  ),
)

/** Decision 16 on recording fields. */
export const AiNotes = Type.Object(
  {
    generated_by: Type.Optional(
      Type.String({
        description:
          'The model that wrote them, or `embedded`: quotations from the transcript, without a model. With `imported`: whom the import names.',
      }),
    ),
    imported: Type.Optional(
      Type.Literal(true, {
        description:
          'They came with an import, and were not written here. Absent otherwise, and once a person edited them.',
      }),
    ),
    usage: Type.Optional(Usage),
    markdown: Type.String({ description: 'All notes as Markdown.' }),
    sections: Type.Array(
      Type.Object({
        title: Type.String(),
        content: Type.Optional(Type.String({ description: 'A section of text.' })),
        sentences: Sentences,
        items: Type.Optional(
          Type.Array(
            Type.Object({
              text: Type.String(),
              timestamp: Nullable(Type.Integer({ description: 'Whole seconds from the start of the recording.' })),
              assignees: Type.Optional(Type.Array(Person)),
              sentences: Sentences,
            }),
            { description: 'A section of points.' },
          ),
        ),
      }),
    ),
  },
  { description: 'Notes that were written from the recording.' },
)

/** Decision 67. */
export const Mark = Type.Object(
  {
    id: IdOf('mark_id', 'Mark identifier.'),
    at: Type.Number({ description: 'Seconds from the start of the recording.' }),
    text: Nullable(Type.String({ description: 'A line of who marked it.' })),
    by: Person,
    created_at: Time('When it was made.'),
  },
  { description: 'A moment that somebody marked.' },
)

/** Spec 2.3, decision 16 on recording fields. */
export const Recording = Type.Object(
  {
    id: IdOf('recording_id', 'Recording identifier.'),
    note_id: Type.String({ description: 'The note it belongs to.' }),
    title: Type.String(),
    created_at: Time('In UTC.'),
    updated_at: Time('In UTC; changes when transcript or AI notes arrive.'),
    started_at: Nullable(Time('When the recording began.')),
    ended_at: Nullable(Time('When the recording ended.')),
    event_guid: Nullable(Type.String({ description: 'The calendar event identifier.' })),
    event_start: Nullable(Time('Scheduled start of the event.')),
    event_end: Nullable(Time('Scheduled end of the event.')),
    event_call_url: Nullable(Type.String({ description: 'The address of the video conference.' })),
    user_has_calendar_event: Type.Boolean({ description: 'Whether the caller is an attendee of the event.' }),
    transcript: Type.Optional(Nullable(ApiTranscript)),
    ai_notes: Type.Optional(Nullable(AiNotes)),
    ai_notes_status: Type.Optional(
      Nullable(
        OneOf(['writing', 'written'], {
          description:
            'Comes with `ai_notes`. `writing`: a language model writes them, and `ai_note.generated` is sent when they are there. Null: there are none.',
        }),
      ),
    ),
    media_url: Type.Optional(
      Nullable(
        Type.String({
          description:
            "The caller's signed link to the media; it works only while they may see the recording. Null without media.",
        }),
      ),
    ),
    consent: Type.Optional(
      Nullable(
        Type.Object(
          {
            text: Type.String({ description: 'What was said.' }),
            told: Type.Array(Type.String(), { description: 'Names or addresses of those who were told.' }),
            by: Nullable(Person),
            at: Time('When.'),
          },
          { description: 'What people were told before the recording, and by whom. Null if nobody said so.' },
        ),
      ),
    ),
    marks: Type.Optional(Type.Array(Mark, { description: 'In the order of the recording.' })),
  },
  { $id: 'Recording', description: 'A meeting recap (spec 2.3).' },
)

export const RecordingId = Type.Object({ recording_id: Id('Recording identifier.', 'r_1') })

export const RecordingDeleted = Type.Object({ recording_id: Type.String(), deleted: Type.Literal(true) })

export const markExample: Static<typeof Mark> = {
  id: 'mk_1',
  at: 754.2,
  text: 'Ask legal about the price',
  by: { id: 'u_bo', email: 'bo@acme.test', full_name: 'Bo Li' },
  created_at: '2026-01-05T09:12:44.200Z',
}

export const recordingExample: Static<typeof Recording> = {
  id: 'r_1',
  note_id: 'n_1',
  title: 'Weekly 5 Jan',
  created_at: '2026-01-05T09:31:00.000Z',
  updated_at: '2026-01-05T09:40:00.000Z',
  started_at: '2026-01-05T09:00:10.000Z',
  ended_at: '2026-01-05T09:29:50.000Z',
  event_guid: 'evt1_20260105T090000Z',
  event_start: '2026-01-05T09:00:00.000Z',
  event_end: '2026-01-05T09:30:00.000Z',
  event_call_url: 'https://meet.test/x',
  user_has_calendar_event: true,
  transcript: {
    language_code: 'en-US',
    speech_segments: [{ speaker: 'Ada Moreau', text: 'Good morning.', start_time: 0, end_time: 1.4 }],
  },
  ai_notes: {
    markdown: '## Summary\n\nThe deck goes out on Friday.',
    sections: [{ title: 'Summary', content: 'The deck goes out on Friday.' }],
  },
  ai_notes_status: 'written',
  media_url: null,
  consent: null,
  marks: [markExample],
}
