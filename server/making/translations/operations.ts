/** AI notes in another language, as openapi.json describes them (decision 71; extensions of the specification). */
import { RecordingId } from '../../meetings/recordings/library/schemas.ts'
import { failure } from '../../platform/http/failures.ts'
import { operation } from '../../platform/http/operation.ts'
import { OneTranslation, TranslateNotes, Translations } from './schemas.ts'
import { noModel, tooMany } from './translations.ts'

const common = { tag: 'Recordings', extension: true, params: RecordingId } as const

const example = {
  notes_language: 'fr',
  status: 'writing' as const,
  failure_reason: null,
  generated_by: null,
  written_at: null,
  sections: null,
}

export const listTranslations = operation({
  ...common,
  id: 'list_ai_notes_translations',
  summary: 'List the translations of AI notes',
  description: 'For who sees the recording. Notes that were written again or changed have none.',
  answer: Translations,
  example: {
    translations: [
      {
        ...example,
        status: 'written',
        generated_by: 'gpt-5',
        written_at: '2026-01-05T10:00:00.000Z',
        sections: [{ title: 'Summary', content: 'Les diapositives partent vendredi.' }],
      },
    ],
  },
})

export const translateNotes = operation({
  ...common,
  id: 'translate_ai_notes',
  summary: 'Translate AI notes',
  description:
    'Has a language model write the AI notes in another language, beside the first, for all who see the recording; in the background. Quotations stay in the original. One that is there, or is being written, stays; one that failed is tried again. A 404 without notes.',
  body: TranslateNotes,
  status: 202,
  own: {
    409: failure('The notes have 10 translations.', tooMany),
    422: failure('There is no language model.', noModel),
  },
  answer: OneTranslation,
  example: { translation: example },
})
