import Type from 'typebox'
import { AiNotes } from '../../meetings/recordings/library/schemas.ts'
import { NotesLanguage } from '../../people/caller/schemas.ts'
import { Nullable, OneOf, Time } from '../../platform/http/schema.ts'

/** Of one recording. */
export const maxTranslations = 10

export const TranslateNotes = Type.Object(
  { notes_language: NotesLanguage('Into which language; `spoken` is none') },
  { examples: [{ notes_language: 'fr' }] },
)

const Translation = Type.Object(
  {
    notes_language: Type.String({ description: 'A BCP 47 tag.' }),
    status: OneOf(['writing', 'written', 'failed'], { description: 'Whether it is there already.' }),
    failure_reason: Nullable(Type.String({ description: 'Why it failed; null otherwise.' })),
    generated_by: Nullable(Type.String({ description: 'The model that translated; null while it is not there.' })),
    written_at: Nullable(Time('When it was written; null while it is not there.')),
    sections: Nullable(AiNotes.properties.sections),
  },
  {
    description:
      'AI notes in another language, beside the first: the same sections in other words. Quotations are in the original. Null `sections` are not there.',
  },
)

export const Translations = Type.Object({ translations: Type.Array(Translation) })
export const OneTranslation = Type.Object({ translation: Translation })
