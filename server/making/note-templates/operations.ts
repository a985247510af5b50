/** Note templates, as openapi.json describes them (extensions of the specification). */
import Type from 'typebox'
import { operation } from '../../platform/http/operation.ts'
import { GivenNoteTemplates, NoteTemplates } from './schemas.ts'

const answer = Type.Object({ note_templates: NoteTemplates })

const example = {
  note_templates: {
    instructions: 'Short sentences. Sums of money in euros.',
    glossary: [{ term: 'Plastworks', meaning: 'our largest customer' }],
    templates: [
      {
        id: 'nt_weekly',
        name: 'Weekly',
        instructions: null,
        sections: [{ title: 'Risks', instructions: 'What may delay the launch, and who watches it.' }],
        series_ids: ['se_w'],
        title_contains: null,
        is_default: false,
        notes_language: null,
      },
    ],
  },
}

export const getNoteTemplates = operation({
  id: 'get_note_templates',
  tag: 'Recordings',
  summary: 'Get the note templates',
  description:
    'How the AI notes of the workspace should be written. Everyone can read ids and names of the templates, for `template_id` of an upload; super admins can read everything.',
  extension: true,
  answer,
  etag: 'read',
  example,
})

export const replaceNoteTemplates = operation({
  id: 'replace_note_templates',
  tag: 'Recordings',
  summary: 'Replace the note templates',
  description:
    'Replaces the whole document. A language model follows instructions and sections, and transcription services get the terms of the glossary. Notes get the template that the upload names, else that of the series, else the first whose `title_contains` is in the title, else the default. Super admin keys only.',
  extension: true,
  body: GivenNoteTemplates,
  answer,
  etag: 'checked',
  example,
})
