import Type, { type Static } from 'typebox'
import { Id, linePattern, Maybe, Nullable } from '../../platform/http/schema.ts'

/** Text that becomes one line of a prompt or a heading. */
const Line = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: linePattern, description })

const maxInstructions = 4_000
export const maxTerms = 500
export const maxTemplates = 50
export const maxSections = 12

const Instructions = (whose: string) =>
  Type.String({ maxLength: maxInstructions, description: `What ${whose} notes are to be like, in plain words.` })

const GivenTerm = Type.Object({
  term: Line(100, 'A name or word as it is to be spelled.'),
  meaning: Maybe(Line(300, 'What it is.')),
})

const GivenSection = Type.Object({
  title: Line(100, 'Its heading in the notes.'),
  instructions: Maybe(Line(500, 'What belongs into it.')),
})

const seriesIds = { maxItems: 100, description: 'Series whose meetings it is for.' }
const TitleContains = (description = 'It is for meetings whose title has this text somewhere, whatever the case.') =>
  Line(255, description)
const isDefault = 'It is for every meeting that no other one is for. At most one template is.'

const GivenTemplate = Type.Object({
  id: Maybe(Id('Kept as it is; a template without one gets one.', 'nt_weekly')),
  name: Line(100, 'What people choose it by.'),
  instructions: Maybe(Instructions('its')),
  sections: Maybe(
    Type.Array(GivenSection, {
      maxItems: maxSections,
      description: 'Sections that its notes have beside the usual ones.',
    }),
  ),
  series_ids: Maybe(Type.Array(Id('A series of the workspace.', 'se_w'), seriesIds)),
  title_contains: Maybe(TitleContains()),
  is_default: Maybe(Type.Boolean({ description: isDefault })),
})

/** Replaces the whole document, so its lists have to be there, if only empty. */
export const GivenNoteTemplates = Type.Object(
  {
    instructions: Maybe(Instructions("all of the workspace's")),
    glossary: Type.Array(GivenTerm, { maxItems: maxTerms, description: 'Words to spell right, the important first.' }),
    templates: Type.Array(GivenTemplate, { maxItems: maxTemplates }),
  },
  {
    examples: [
      {
        instructions: 'Short sentences. Sums of money in euros.',
        glossary: [{ term: 'Plastworks', meaning: 'our largest customer' }, { term: 'Zbigniew' }],
        templates: [
          {
            id: 'nt_weekly',
            name: 'Weekly',
            sections: [{ title: 'Risks', instructions: 'What may delay the launch, and who watches it.' }],
            series_ids: ['se_w'],
          },
          { id: 'nt_sales', name: 'Sales call', instructions: 'Quote every price.', title_contains: 'sales' },
        ],
      },
    ],
  },
)
export type GivenNoteTemplates = Static<typeof GivenNoteTemplates>

const forAdmins = 'Only super admins are told.'

const NoteTemplate = Type.Object({
  id: Type.String({ description: 'Identifier of the template, for `template_id` of an upload.' }),
  name: Type.String(),
  instructions: Type.Optional(Nullable(Type.String({ description: forAdmins }))),
  sections: Type.Optional(
    Type.Array(Type.Object({ title: Type.String(), instructions: Nullable(Type.String()) }), {
      description: forAdmins,
    }),
  ),
  series_ids: Type.Optional(Type.Array(Type.String(), { description: forAdmins })),
  title_contains: Type.Optional(Nullable(Type.String({ description: forAdmins }))),
  is_default: Type.Optional(Type.Boolean({ description: forAdmins })),
})

export const NoteTemplates = Type.Object(
  {
    instructions: Type.Optional(Nullable(Type.String({ description: forAdmins }))),
    glossary: Type.Optional(
      Type.Array(Type.Object({ term: Type.String(), meaning: Nullable(Type.String()) }), { description: forAdmins }),
    ),
    templates: Type.Array(NoteTemplate),
  },
  {
    $id: 'NoteTemplates',
    description: 'How the workspace wants its AI notes: instructions, a glossary and templates.',
  },
)
export type NoteTemplates = Static<typeof NoteTemplates>
