import Type from 'typebox'
import { Mark } from '../../meetings/recordings/library/schemas.ts'
import { maxSeconds } from '../../meetings/recordings/transcript/captions.ts'
import { Id, Maybe } from '../../platform/http/schema.ts'

/** Marks of a recording. */
export const maxMarks = 500
export const tooManyMarks = `A recording has at most ${maxMarks} marks`

/** Characters of a mark's text. */
export const maxMarkText = 1_000

export const MakeMark = Type.Object(
  {
    at: Type.Number({
      minimum: 0,
      maximum: maxSeconds,
      description: 'Seconds from the start of the recording; kept to the millisecond, and not beyond its end.',
    }),
    text: Maybe(
      Type.String({ minLength: 1, maxLength: maxMarkText, pattern: '\\S', description: 'A line of your own.' }),
    ),
  },
  { examples: [{ at: 754.2, text: 'Ask legal about the price' }] },
)

export const Marked = Type.Object({ mark: Mark })

export const MarkedId = Type.Object({ recording_id: Id('The recording, or the upload that it will be.', 'r_1') })

export const MarkId = Type.Object({ ...MarkedId.properties, mark_id: Id('The mark.', 'mk_1') })

export const MarkDeleted = Type.Object({ mark_id: Type.String(), deleted: Type.Literal(true) })
