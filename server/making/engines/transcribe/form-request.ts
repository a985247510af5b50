/** Builds the request for each kind of service that accepts a form with one file. *Pure.* */

import { oneLine } from '../../../platform/text.ts'
import { clip } from '../shared/compose-notes.ts'
import type { TranscriptionHints } from '../shared/engines.ts'
import type { Answer } from '../shared/request-back-end.ts'
import { languageOf } from './language-tag.ts'
import { hasDocumentedForm, type SttKind, type SttService, separatesSpeakers } from './services.ts'
import { vocabularyOf } from './vocabulary.ts'

/** Kinds that accept a form with one file. */
export type FormKind = Extract<SttKind, 'openai' | 'whispercpp' | 'asr'>

/** The content of an answer: segments and words, segments, only text, or segments by speaker. */
export type Format = 'words' | 'verbose_json' | 'json' | 'diarized_json'

/** `path` is appended to STT_URL. */
export type Request = { path: string; fileField: string; fields: [string, string][] }

/** A model that separates speakers has its own answer format. */
export const firstFormat = (kind: FormKind, model: string): Format =>
  kind === 'openai' && separatesSpeakers(model) ? 'diarized_json' : 'words'

export function requestFor(
  { kind, url, model }: Pick<SttService, 'url' | 'model'> & { kind: FormKind },
  format: Format,
  hints: TranscriptionHints,
): Request {
  const language = hints.languageCode ? languageOf(hints.languageCode) : null
  if (kind === 'asr') {
    const speakers = hints.speakerCount
    const query = new URLSearchParams({
      output: 'json',
      task: 'transcribe',
      ...(language && { language }),
      diarize: 'true',
      ...(speakers && { min_speakers: `${speakers}`, max_speakers: `${speakers}` }),
    })
    return { path: `/asr?${query}`, fileField: 'audio_file', fields: [] }
  }
  return {
    path: kind === 'whispercpp' ? '/inference' : '/v1/audio/transcriptions',
    fileField: 'file',
    fields: [
      ['model', model],
      ...languageFields(kind, language),
      ['response_format', format === 'words' ? 'verbose_json' : format],
      ...fieldsOf(format, hints, hasDocumentedForm(url)),
    ],
  }
}

/** whisper.cpp takes all speech for English if it is not asked to detect the language, and cuts segments inside words. */
function languageFields(kind: FormKind, language: string | null): [string, string][] {
  if (kind === 'whispercpp')
    return [
      ['language', language ?? 'auto'],
      ['split_on_word', 'true'],
    ]
  return language ? [['language', language]] : []
}

/** @returns the next format to try if the answer rejects this one, else null */
export function nextFormat(format: Format, { status, text }: Answer): Format | null {
  if (status !== 400 && status !== 422) return null
  if (format === 'words' && /timestamp.?granularit|\bwords?\b/i.test(text)) return 'verbose_json'
  const hasLess = format === 'words' || format === 'verbose_json'
  return hasLess && /response_format|verbose_json|timestamp.?granularit/i.test(text) ? 'json' : null
}

function fieldsOf(format: Format, hints: TranscriptionHints, isDocumented: boolean): [string, string][] {
  // Above 30 s the service separates speakers only if it chooses the chunks, and without a prompt.
  if (format === 'diarized_json') return [['chunking_strategy', 'auto']]
  const fields: [string, string][] = [
    ['temperature', '0'],
    ['prompt', promptOf(hints)],
  ]
  if (format === 'json') return fields
  // Some services read the list with brackets in its name, some without. OpenAI and Groq document the first.
  const names = ['timestamp_granularities[]', ...(isDocumented ? [] : ['timestamp_granularities'])]
  // In batches, speaches has times only of words.
  const granularities = format === 'words' ? ['segment', 'word'] : ['segment']
  for (const name of names) fields.push(...granularities.map((each): [string, string] => [name, each]))
  return fields
}

/** A prompt with the correct spelling of names. A model reads about 200 words of it. */
function promptOf(hints: TranscriptionHints): string {
  const limits = { maxTerms: 200, maxCharacters: 600, maxWords: 10 }
  const terms = vocabularyOf({ ...hints, title: '' }, limits)
  const text = [hints.title, terms.join(', ')].filter((part) => part !== '').join('. ')
  return clip(oneLine(text), 600)
}
