import Type, { type Static } from 'typebox'
import { NotesLanguage } from '../../people/caller/schemas.ts'
import { Id, linePattern, Maybe, Nullable } from '../../platform/http/schema.ts'

/** Text that becomes one line of a prompt or a heading. */
const Line = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: linePattern, description })

const maxInstructions = 4_000
export const maxTerms = 500
export const maxTemplates = 50
export const maxSections = 12

const Instructions = (whose: string) =>
  Type.String({ maxLength: maxInstructions, description: `How ${whose} notes should be written, in plain words.` })

const GivenTerm = Type.Object({
  term: Line(100, 'A name or word in its right spelling.'),
  meaning: Maybe(Line(300, 'Its meaning.')),
})

const GivenSection = Type.Object({
  title: Line(100, 'Its heading in the notes.'),
  instructions: Maybe(Line(500, 'What the section should contain.')),
})

const seriesIds = { maxItems: 100, description: 'Series whose meetings use this template.' }
const TitleContains = (
  description = 'Meetings whose title contains this text use this template; case does not matter.',
) => Line(255, description)
const isDefault = 'Meetings without another template use this one. At most one template is the default.'

const GivenTemplate = Type.Object({
  id: Maybe(Id('Its id stays; a template without an id gets one.', 'nt_weekly')),
  name: Line(100, 'The name by which people choose it.'),
  instructions: Maybe(Instructions('its')),
  sections: Maybe(
    Type.Array(GivenSection, {
      maxItems: maxSections,
      description: 'Sections of its notes, in addition to the usual ones.',
    }),
  ),
  series_ids: Maybe(Type.Array(Id('A series of the workspace.', 'se_w'), seriesIds)),
  title_contains: Maybe(TitleContains()),
  is_default: Maybe(Type.Boolean({ description: isDefault })),
  notes_language: Maybe(NotesLanguage('The language of its notes')),
})

/** Replaces the whole document, so its lists are required, even if they are empty. */
export const GivenNoteTemplates = Type.Object(
  {
    instructions: Maybe(Instructions("all of the workspace's")),
    glossary: Type.Array(GivenTerm, {
      maxItems: maxTerms,
      description: 'Words and their spelling, the most important first.',
    }),
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

const forAdmins = 'Only for super admins.'

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
  notes_language: Type.Optional(Nullable(NotesLanguage(`The language of its notes. ${forAdmins}`))),
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
    description: 'How the AI notes of the workspace should be written: instructions, a glossary and templates.',
  },
)
export type NoteTemplates = Static<typeof NoteTemplates>
