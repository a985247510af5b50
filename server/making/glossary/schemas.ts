import Type, { type Static } from 'typebox'
import { linePattern, Maybe } from '../../platform/http/schema.ts'

export const maxTerms = 2_000
export const maxTermCharacters = 80
export const maxSoundsLike = 5

/** One line, as a service or a model reads it. */
const Line = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: linePattern, description })

const soundsLike = {
  maxItems: maxSoundsLike,
  description:
    'What is written in its place where it is not known. These words become the term wherever they are heard.',
}

/** Replaces the whole document, so its list is required, even if it is empty. */
export const GivenGlossary = Type.Object(
  {
    terms: Type.Array(
      Type.Object({
        term: Line(maxTermCharacters, 'A name or word in its right spelling; each once, whatever its case.'),
        sounds_like: Maybe(Type.Array(Line(maxTermCharacters, 'Words that are heard.'), soundsLike)),
        note: Maybe(Line(300, 'For people: what it is, or whose it is.')),
      }),
      { maxItems: maxTerms, description: 'The most important first: services take only so many.' },
    ),
  },
  {
    examples: [
      {
        terms: [
          { term: 'Plastworks', sounds_like: ['plus works'], note: 'our largest customer' },
          { term: 'Zbigniew' },
        ],
      },
    ],
  },
)
export type GivenGlossary = Static<typeof GivenGlossary>

export const Glossary = Type.Object(
  {
    terms: Type.Array(
      Type.Object({
        term: Type.String(),
        sounds_like: Type.Optional(Type.Array(Type.String(), { description: 'Absent if there are none.' })),
        note: Type.Optional(Type.String({ description: 'Absent if there is none.' })),
      }),
    ),
  },
  { $id: 'Glossary', description: 'Names and words of the workspace, as it spells them.' },
)

export const Suggestions = Type.Object({
  suggestions: Type.Array(
    Type.Object({
      term: Type.String({ description: 'What people wrote.' }),
      sounds_like: Type.Array(Type.String(), { description: 'What had been heard, the most frequent first.' }),
      times: Type.Integer({ description: 'How often they wrote it, at least 2.' }),
    }),
    { description: 'The most frequent first, at most 100.' },
  ),
})
