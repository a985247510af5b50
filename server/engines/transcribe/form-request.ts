/** Builds the request for each kind of service that accepts a form with one file. *Pure.* */

import { clip } from '../compose-notes.ts'
import type { TranscriptionHints } from '../engines.ts'
import { languageOf } from '../language-tag.ts'
import { type SttKind, separatesSpeakers } from './services.ts'
import { vocabularyOf } from './vocabulary.ts'

/** Kinds that accept a form with one file. */
export type FormKind = Extract<SttKind, 'openai' | 'whispercpp' | 'asr'>

/** The content of an answer: segments and words, only text, or segments by speaker. */
export type Format = 'verbose_json' | 'json' | 'diarized_json'

/** `path` is appended to STT_URL. */
export type Request = { path: string; fileField: string; fields: [string, string][] }

/** A model that separates speakers has its own answer format. */
export const firstFormat = (kind: FormKind, model: string): Format =>
  kind === 'openai' && separatesSpeakers(model) ? 'diarized_json' : 'verbose_json'

export function requestFor(kind: FormKind, model: string, format: Format, hints: TranscriptionHints): Request {
  const language = hints.languageCode ? languageOf(hints.languageCode) : null
  if (kind === 'asr') {
    const query = new URLSearchParams({
      output: 'json',
      task: 'transcribe',
      ...(language && { language }),
      diarize: 'true',
    })
    return { path: `/asr?${query}`, fileField: 'audio_file', fields: [] }
  }
  return {
    path: kind === 'whispercpp' ? '/inference' : '/v1/audio/transcriptions',
    fileField: 'file',
    fields: [
      ['model', model],
      ...(language ? [['language', language] satisfies [string, string]] : []),
      ['response_format', format],
      ...fieldsOf(format, hints),
    ],
  }
}

function fieldsOf(format: Format, hints: TranscriptionHints): [string, string][] {
  // Above 30 s the service separates speakers only if it chooses the chunks, and without a prompt.
  if (format === 'diarized_json') return [['chunking_strategy', 'auto']]
  const fields: [string, string][] = [
    ['temperature', '0'],
    ['prompt', promptOf(hints)],
  ]
  if (format === 'json') return fields
  // Some services read the list with brackets in its name, some without.
  for (const name of ['timestamp_granularities[]', 'timestamp_granularities']) fields.push([name, 'segment'])
  return fields
}

/** A prompt with the correct spelling of names. A model reads about 200 words of it. */
function promptOf(hints: TranscriptionHints): string {
  const limits = { maxTerms: 200, maxCharacters: 600, maxWords: 10 }
  const terms = vocabularyOf({ ...hints, title: '' }, limits)
  const text = [hints.title, terms.join(', ')].filter((part) => part !== '').join('. ')
  return clip(text.replace(/\s+/g, ' '), 600)
}
