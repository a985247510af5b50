import Type, { type Static } from 'typebox'
import { Mark } from '../../meetings/recordings/library/schemas.ts'
import { maxSeconds } from '../../meetings/recordings/transcript/captions.ts'
import { Id, Maybe, Time } from '../../platform/http/schema.ts'

/** Marks of a recording, or of a note. */
export const maxMarks = 500
export const tooManyMarks = `A recording has at most ${maxMarks} marks`

/** Characters of a mark's text. */
const maxMarkText = 1_000

const text = Maybe(
  Type.String({ minLength: 1, maxLength: maxMarkText, pattern: '\\S', description: 'A line of your own.' }),
)

export const MakeMark = Type.Object(
  {
    at: Type.Number({
      minimum: 0,
      maximum: maxSeconds,
      description: 'Seconds from the start of the recording; kept to the millisecond, and not beyond its end.',
    }),
    text,
  },
  { examples: [{ at: 754.2, text: 'Ask legal about the price' }] },
)

export const Marked = Type.Object({ mark: Mark })

export const MarkedId = Type.Object({ recording_id: Id('The recording, or the upload that it will be.', 'r_1') })

export const MarkId = Type.Object({ ...MarkedId.properties, mark_id: Id('The mark.', 'mk_1') })

export const MarkDeleted = Type.Object({ mark_id: Type.String(), deleted: Type.Literal(true) })

/** What is marked beside a bot has no recording yet. */
export const tooManyOfNote = `A note has at most ${maxMarks} marks`

const { at: _, ...ofAll } = Mark.properties

export const NoteMark = Type.Object(
  { ...ofAll, made_at: Time('The moment that is marked.', '2026-01-05T09:12:44.200Z') },
  { description: 'A moment that somebody marked beside a bot, and that is in no recording of the note.' },
)

export const noteMarkExample: Static<typeof NoteMark> = {
  id: 'mk_2',
  text: 'Ask legal about the price',
  by: { id: 'u_bo', email: 'bo@acme.test', full_name: 'Bo Li' },
  created_at: '2026-01-05T09:12:44.200Z',
  made_at: '2026-01-05T09:12:44.200Z',
}

export const MakeNoteMark = Type.Object(
  {
    text,
    made_at: Maybe(
      Type.String({
        maxLength: 64,
        description: 'The moment, with an offset from UTC; by default now. Not before the bot was sent.',
      }),
    ),
  },
  { examples: [{ text: 'Ask legal about the price', made_at: '2026-01-05T09:12:44.200Z' }] },
)

export const NoteMarked = Type.Object({ mark: NoteMark })

export const NoteMarks = Type.Object({
  data: Type.Array(NoteMark, { description: 'In the order of the meeting.' }),
  may_mark: Type.Boolean({ description: 'Whether a bot is in the call, or on its way.' }),
})

export const OfNote = Type.Object({ note_id: Id('The note.', 'n_1') })

export const NoteMarkId = Type.Object({ ...OfNote.properties, mark_id: Id('The mark.', 'mk_2') })
