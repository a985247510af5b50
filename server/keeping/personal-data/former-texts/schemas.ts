import Type, { type Static } from 'typebox'
import { Id, Nullable, OneOf, pageQuery, Time } from '../../../platform/http/schema.ts'
import { utc } from '../../../platform/time.ts'
import type { ListedText } from './read-former-texts.ts'

const fields = {
  id: Type.String(),
  at: Time('When it was overwritten or removed.'),
  by: Nullable(Type.String({ description: 'Id of the person who did it; null for a command of the operator.' })),
  kind: OneOf(['note', 'recording', 'action_item', 'decision'], { description: 'What the text is of.' }),
  thing_id: Type.String({ description: 'The id of the note, recording, action item or decision.' }),
  note_id: Nullable(Type.String({ description: 'Its note; null for an item without a note.' })),
  what: OneOf(['title', 'agenda', 'segments', 'ai_notes', 'item', 'decision', 'mark'], {
    description:
      '`segments` are those of a transcript that were changed; `item` is the whole action item, `decision` the decision, `mark` is of a recording.',
  }),
  bytes: Type.Integer({ description: 'How long it is.' }),
}

export const ListedFormerText = Type.Object(fields, {
  $id: 'ListedFormerText',
  description: 'A text under legal hold.',
})

export const FormerText = Type.Object(
  {
    ...fields,
    former: Type.Unsafe<unknown>({
      description:
        'The whole text: a string for a title and an agenda (in native markup), a list of segments with their `index`, ' +
        'the AI notes, the fields of the item or the decision (of a removed one also its history), or `at` and `text` of a mark.',
    }),
  },
  { $id: 'FormerText', description: 'A text under legal hold, with the text.' },
)

export const FormerTextId = Type.Object({ former_text_id: Id('The former text.', 'ft_1') })

export const FormerTextsQuery = Type.Object({
  ...pageQuery,
  note_id: Type.Optional(Id('Only of this note, its recordings, its items and its decisions.')),
  user_id: Type.Optional(Id('Only what this person overwrote or removed.')),
})

export const formerTextExample: Static<typeof ListedFormerText> = {
  id: 'ft_1',
  at: '2026-01-05T09:30:00.000Z',
  by: 'u_bo',
  kind: 'note',
  thing_id: 'n_1',
  note_id: 'n_1',
  what: 'agenda',
  bytes: 17,
}

export const presentFormerText = ({ at, by_user_id, recording_id, ...text }: ListedText) => ({
  ...text,
  at: utc(at),
  by: by_user_id,
})
