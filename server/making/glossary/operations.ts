/** The glossary, as openapi.json describes it (decision 66). */
import Type from 'typebox'
import { operation } from '../../platform/http/operation.ts'
import { GivenGlossary, Glossary, Suggestions } from './schemas.ts'

const answer = Type.Object({ glossary: Glossary })

const example = {
  glossary: {
    terms: [{ term: 'Plastworks', sounds_like: ['plus works'], note: 'our largest customer' }, { term: 'Zbigniew' }],
  },
}

export const getGlossary = operation({
  id: 'get_glossary',
  tag: 'Recordings',
  summary: 'Get the glossary',
  description: 'Names and words as the workspace spells them. Everyone may read them.',
  extension: true,
  answer,
  etag: 'read',
  example,
})

export const replaceGlossary = operation({
  id: 'replace_glossary',
  tag: 'Recordings',
  summary: 'Replace the glossary',
  description:
    'Replaces all of the terms. Transcription services get them in advance, and they are put into the words of new recordings where something was heard that sounds like them and is no ordinary word. Super admin keys only.',
  extension: true,
  body: GivenGlossary,
  answer,
  etag: 'checked',
  example,
})

export const suggestTerms = operation({
  id: 'suggest_terms',
  tag: 'Recordings',
  summary: 'Suggest terms for the glossary',
  description:
    'What people wrote at least twice in place of other words when they corrected transcripts. Only corrections of recordings that the caller sees are read, the newest 2,000 of them.',
  extension: true,
  answer: Suggestions,
  example: { suggestions: [{ term: 'Plastworks', sounds_like: ['plus works', 'plaster works'], times: 3 }] },
})
