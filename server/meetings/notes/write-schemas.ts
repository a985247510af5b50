import Type, { type Static } from 'typebox'
import { EventGuid, Id, Maybe, maxContent, Nullable } from '../../platform/http/schema.ts'
import { maxAgendaBytes, maxBlocks } from '../action-items/schemas.ts'
import { GivenPlan } from './planned.ts'
import { noteExample } from './schemas.ts'

const Title = Type.String({ minLength: 1, maxLength: 255, examples: ['Weekly 5 Jan'] })

const Native = Type.String({
  maxLength: maxContent,
  description: `The whole agenda in Minutebook’s block markup, at most ${maxBlocks} blocks and ${maxAgendaBytes} bytes; an empty text removes all blocks.`,
})

const Fragment = Type.String({
  maxLength: maxContent,
  description: 'Blocks in Minutebook’s markup; the line `::agenda{version=1}` may be left out.',
})

export const WriteAgenda = Type.Object(
  { content_native_markdown: Maybe(Native), title: Maybe(Title) },
  {
    description: 'At least one of the two; an absent field stays unchanged.',
    examples: [
      {
        content_native_markdown:
          '::agenda{version=1}\n\n# Goals\n::action-item[Send the deck]{#ai_1 assignees="ada@acme.test" due=2026-01-09}',
      },
    ],
  },
)

export const AddToAgenda = Type.Object(
  { content_native_markdown: Fragment },
  { examples: [{ content_native_markdown: '::action-item[Call Bo]{assignees="bo@acme.test"}' }] },
)

export const FindReplace = Type.Object(
  {
    find: Type.String({
      minLength: 1,
      maxLength: maxContent,
      description: 'A text of the native markup, line breaks and ids included; it must occur exactly once.',
    }),
    content_native_markdown: Type.String({
      maxLength: maxContent,
      description: 'The replacement; the result must be a valid agenda.',
    }),
  },
  { examples: [{ find: '# Goals', content_native_markdown: '# Goals\nWhat we want by March.' }] },
)

export const TakeOver = Type.Object(
  { from_note_id: Id('The note of the earlier meeting.', 'n_ada') },
  { examples: [{ from_note_id: 'n_ada' }] },
)

export const ChangeNote = Type.Object(
  { title: Maybe(Title), planned: Type.Optional(Nullable(GivenPlan)) },
  { examples: [{ title: 'Weekly 5 Jan' }] },
)

export const CreateNote = Type.Object(
  {
    title: Title,
    event_guid: Maybe(EventGuid('An event that you attend and that has no note. Without it the note is your own.')),
    content_native_markdown: Maybe(Native),
  },
  { examples: [{ title: 'Plans', content_native_markdown: '::agenda{version=1}\n\n::talking-point[Pricing]' }] },
)

/** Decision 22 on agenda writes. */
export const Agenda = Type.Object(
  {
    note_id: Type.String(),
    title: Type.String(),
    content_native_markdown: Type.String({ description: 'The agenda after the change, every block with its id.' }),
  },
  { $id: 'Agenda', description: 'The content of a note in native markup.' },
)

export const agendaExample: Static<typeof Agenda> = {
  note_id: noteExample.id,
  title: noteExample.title,
  content_native_markdown: noteExample.content_native_markdown!,
}
