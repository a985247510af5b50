import Type, { type Static } from 'typebox'
import { maxSeconds, maxSpeaker } from '../../meetings/recordings/transcript/captions.ts'
import { textFormats } from '../../meetings/recordings/transcript/parse-text.ts'
import {
  EventGuid,
  Id,
  IdOf,
  linePattern,
  Maybe,
  maxAddress,
  maxContent,
  maxId,
  OneOf,
} from '../../platform/http/schema.ts'

const Seconds = (description: string) => Type.Number({ minimum: 0, maximum: maxSeconds, description })

const Segment = Type.Object({
  speaker: Maybe(Type.String({ maxLength: maxSpeaker })),
  text: Type.String({ maxLength: 100_000 }),
  start_time: Seconds('Seconds from the start of the recording; segments are in this order.'),
  end_time: Seconds('Seconds from the start of the recording, not before `start_time`.'),
})

/** Of a transcript in either form. */
export const maxSegments = 75_000

/** Either the shape of spec 2.3 or a text. One object, so that an error is reported once. */
export const TranscriptInput = Type.Object(
  {
    language_code: Maybe(Type.String({ maxLength: 255, description: 'The language of what was said, as a tag.' })),
    speech_segments: Maybe(Type.Array(Segment, { maxItems: maxSegments, description: 'What was said (spec 2.3).' })),
    format: Maybe(
      OneOf([...textFormats], { description: 'The format of `text`; without it the text says what it is.' }),
    ),
    text: Maybe(
      Type.String({
        maxLength: maxContent,
        description:
          'Instead of `speech_segments`: WebVTT, SRT or plain lines; speakers as voices, or as `Name: ` before the text.',
      }),
    ),
  },
  { description: 'What was said: `speech_segments` or `text`.' },
)
export type TranscriptInput = Static<typeof TranscriptInput>

const visible = '^[\\x21-\\x7e]+$'

export const MediaAuth = Type.Object(
  {
    type: OneOf(['bearer_token', 'basic_auth']),
    token: Maybe(Type.String({ maxLength: 8_192, pattern: visible, description: 'For `bearer_token`.' })),
    username: Maybe(
      Type.String({ maxLength: 1_024, pattern: '^[^:\\x00-\\x1f\\x7f]*$', description: 'For `basic_auth`.' }),
    ),
    password: Maybe(
      Type.String({ maxLength: 1_024, pattern: '^[^\\x00-\\x1f\\x7f]*$', description: 'For `basic_auth`.' }),
    ),
  },
  { description: 'Credentials for the media; stored encrypted until the media are downloaded.' },
)
export type MediaAuth = Static<typeof MediaAuth>

const Participants = Type.Array(
  Type.Object({
    name: Maybe(Type.String({ maxLength: 255 })),
    email: Maybe(Type.String({ format: 'email', maxLength: maxId })),
  }),
  {
    maxItems: 500,
    description: 'The people who took part. They can be named as speakers and assignees, but get no access.',
  },
)

/** Characters of what is said before a recording. */
export const maxConsent = 2_000

const Consent = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: maxConsent, description: 'What was said.' }),
    told: Maybe(
      Type.Array(Type.String({ minLength: 1, maxLength: 320 }), {
        maxItems: 500,
        description: 'Names or addresses of those who were told.',
      }),
    ),
    at: Maybe(
      Type.String({
        maxLength: 64,
        description:
          'When, with an offset from UTC; by default when the upload begins. Not later than now, and at most an hour before `started_at`.',
        examples: ['2026-01-05T09:00:00Z'],
      }),
    ),
  },
  { description: 'What people were told before the recording. `by` of the recording is who sends this.' },
)

const Import = Type.Object(
  {
    key: Type.String({
      minLength: 1,
      maxLength: 128,
      pattern: visible,
      description:
        'By what you know the meeting. While an upload of yours with this key has not failed, the same again is answered with its id.',
    }),
    notes: Maybe(
      Type.String({
        maxLength: maxContent,
        description:
          'Notes that were written before, as Markdown; they become the AI notes, and no others are written.',
      }),
    ),
    notes_by: Maybe(
      Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: linePattern,
        description:
          'Who wrote the notes, such as the name of a program. Nothing checks it; readers see that it is of an import.',
      }),
    ),
  },
  {
    description:
      'A meeting of the past, from another program. It is announced to nobody: no events, mails, chats or rules, and no action items or decisions of its own.',
  },
)

/** The fields of a recording, for every kind of upload (decision 27). */
export const uploadFields = {
  title: Type.String({ minLength: 1, maxLength: 255 }),
  language_code: Maybe(
    Type.String({ maxLength: 255, description: 'A BCP 47 tag; a detected language takes precedence.' }),
  ),
  event_guid: Maybe(
    EventGuid('The calendar event that was recorded; you must attend it. The recording belongs to its note.'),
  ),
  note_id: Maybe(Id('Instead of `event_guid`: the note to which the recording belongs; you must attend it.')),
  channel_id: Maybe(Id('A channel of yours in which the recap is published.')),
  template_id: Maybe(
    Id('The note template for the AI notes; without it, the template is chosen by series, title or default.'),
  ),
  started_at: Maybe(
    Type.String({
      maxLength: 64,
      description: 'When the recording began, with an offset from UTC.',
      examples: ['2026-01-05T09:00:10Z'],
    }),
  ),
  participants: Maybe(Participants),
  consent: Maybe(Consent),
  import: Maybe(Import),
  own_microphone: Maybe(
    Type.Unsafe<boolean | 'first_channel'>({
      type: ['boolean', 'string'],
      enum: [true, false, 'first_channel'],
      maxLength: 13,
      description:
        '`true`: the sound is of your own microphone alone. If nobody else was invited, named or told of it, and one voice is heard, it is named as you. `first_channel`: that channel, or track, is, and others have people of their own. Who is heard most in it is named as you.',
    }),
  ),
  may_wait: Maybe(
    Type.Boolean({
      description:
        'Whether media are kept where no transcription service is configured, and transcribed when there is one; by default they are refused (422).',
    }),
  ),
}

export const SubmitUpload = Type.Object(
  {
    ...uploadFields,
    url: Maybe(
      Type.String({
        maxLength: maxAddress,
        description:
          'The address of the media: HTTPS and public. Alternative: `transcript`, or `notes` of `import` alone.',
      }),
    ),
    transcript: Maybe(TranscriptInput),
    media_auth: Maybe(MediaAuth),
  },
  {
    examples: [
      {
        title: 'Weekly 5 Jan',
        event_guid: 'evt1_20260105T090000Z',
        transcript: {
          language_code: 'en-US',
          speech_segments: [
            { speaker: 'Ada Moreau', text: 'Bo will send the deck by Friday.', start_time: 0, end_time: 2.4 },
          ],
        },
      },
    ],
  },
)

export type SubmitUpload = Static<typeof SubmitUpload>

export const Submitted = Type.Object({
  recording_id: IdOf('recording_id', 'The id of the upload, and of the recording after its success.'),
})
