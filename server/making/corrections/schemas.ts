import Type, { type Static } from 'typebox'
import { NotesLanguage, Person } from '../../people/caller/schemas.ts'
import { PageOf } from '../../platform/http/page.ts'
import { Maybe, Nullable, OneOf, pageQuery, Time } from '../../platform/http/schema.ts'
import { maxNotes } from './plan-correction.ts'

/** As in an upload. */
const Speaker = Type.String({ maxLength: 255, pattern: '\\S', description: 'Who spoke; not blank.' })

/** A body with more segments would exceed the maximum number of JSON values. */
const maxSegments = 4_000
const maxRenames = 100

const Segment = Type.Object({
  index: Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'Its index in `speech_segments`, from 0.' }),
  text: Maybe(Type.String({ maxLength: 100_000, description: 'What was said.' })),
  speaker: Maybe({ ...Speaker, description: 'Who said it, after the renames; may be a new speaker.' }),
})

export const CorrectRecording = Type.Object(
  {
    title: Maybe(Type.String({ minLength: 1, maxLength: 255 })),
    speakers: Maybe(
      Type.Unsafe<Record<string, string>>(
        Type.Object(
          {},
          {
            additionalProperties: Speaker,
            maxProperties: maxRenames,
            description:
              'New names by old names, all at once: two speakers may be swapped, and a speaker who gets the name of another is merged with them.',
          },
        ),
      ),
    ),
    segments: Maybe(
      Type.Array(Segment, { maxItems: maxSegments, description: 'Corrected segments; each index at most once.' }),
    ),
    ai_notes: Maybe(
      Type.Object({
        markdown: Type.String({ maxLength: maxNotes, description: 'All of the notes; sections are read from it.' }),
      }),
    ),
  },
  { examples: [{ speakers: { 'Ada Moreau': 'Ada M. Moreau' }, segments: [{ index: 0, text: 'Good morning, all.' }] }] },
)
export type CorrectRecording = Static<typeof CorrectRecording>

export const RewriteNotes = Type.Object(
  { notes_language: Maybe(NotesLanguage('In which language they are written, now and later')) },
  { examples: [{ notes_language: 'spoken' }] },
)

export const maxSpeakers = 20

export const TranscribeAgain = Type.Object(
  {
    language_code: Maybe(
      Type.String({ maxLength: 255, description: 'A BCP 47 tag; a detected language takes precedence.' }),
    ),
    speakers: Maybe(
      Type.Integer({
        minimum: 1,
        maximum: maxSpeakers,
        description: 'How many people speak. A transcriber that cannot be told hears for itself.',
      }),
    ),
    model: Maybe(
      Type.String({
        maxLength: 255,
        description: 'A model of this machine for words, as `GET /api/v1/engines` names it; a service has none.',
      }),
    ),
    replace_corrections: Maybe(
      Type.Boolean({ description: 'Corrections by hand may be lost; without it such a recording is a 409.' }),
    ),
  },
  { examples: [{ language_code: 'en', speakers: 2 }] },
)

export const RecordingProgress = Type.Object({
  progress: Nullable(
    Type.Object({
      stage: OneOf(['transcribing', 'writing']),
      done: Nullable(Type.Number({ description: 'From 0 to 1; null if nobody knows.' })),
    }),
  ),
})

const FromTo = (description: string) => Type.Object({ from: Type.String(), to: Type.String() }, { description })

const Change = Type.Object(
  {
    title: Type.Optional(FromTo('The title.')),
    speakers: Type.Optional(Type.Array(FromTo('A rename.'), { description: 'Speakers who were renamed or merged.' })),
    segments: Type.Optional(
      Type.Array(
        Type.Object({
          index: Type.Integer(),
          text: Type.Optional(FromTo('What was said; the first 200 characters.')),
          speaker: Type.Optional(FromTo('Who said it.')),
        }),
        { description: 'Corrected segments, at most 50.' },
      ),
    ),
    segments_left_out: Type.Optional(
      Type.Integer({ description: 'Number of corrected segments that are not listed.' }),
    ),
    ai_notes: Type.Optional(
      OneOf(['edited', 'written_anew', 'failed'], {
        description: 'Edited by a person, or written again from the transcript; `failed`: they could not be written.',
      }),
    ),
    transcript: Type.Optional(
      OneOf(['transcribed_again', 'failed'], {
        description: 'Transcribed again from the media; `failed`: that could not be done, and the words stay.',
      }),
    ),
    former_transcript: Type.Optional(
      Type.String({ description: 'The words of before, a line a segment; the first 100,000 characters.' }),
    ),
  },
  { description: 'What was changed; the rest is absent.' },
)

export const HistoryQuery = Type.Object(pageQuery)

export const History = PageOf(Type.Object({ at: Time('In UTC.'), user: Nullable(Person), change: Change }))

export const historyExample: Static<typeof History> = {
  page_info: { cursor: null, page_size: 20 },
  data: [
    {
      at: '2026-01-05T10:00:00.000Z',
      user: { id: 'u_ada', email: 'ada@acme.test', full_name: 'Ada Moreau' },
      change: {
        speakers: [{ from: 'Ada Moreau', to: 'Ada M. Moreau' }],
        segments: [{ index: 0, text: { from: 'Good morning.', to: 'Good morning, all.' } }],
      },
    },
  ],
}
