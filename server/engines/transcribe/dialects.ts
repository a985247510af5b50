/** How each kind of transcription service wants to be asked. *Pure.* */

import { clip } from '../compose-notes.ts'
import type { TranscriptionHints } from '../engines.ts'
import { languageOf } from '../language-tag.ts'

export type SttKind = 'openai' | 'whispercpp' | 'asr'

/** What an answer holds: segments and words, the text only, or segments by speaker. */
export type Format = 'verbose_json' | 'json' | 'diarized_json'

/** `path` goes behind STT_URL. */
export type Request = { path: string; fileField: string; fields: [string, string][] }

/** A model that tells speakers apart answers in a format of its own. */
export const firstFormat = (kind: SttKind, model: string): Format =>
  kind === 'openai' && /diarize/i.test(model) ? 'diarized_json' : 'verbose_json'

export function requestFor(kind: SttKind, model: string, format: Format, hints: TranscriptionHints): Request {
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
  // Speakers are told apart over 30 s only by parts of the service's choice, and without a prompt.
  if (format === 'diarized_json') return [['chunking_strategy', 'auto']]
  const fields: [string, string][] = [
    ['temperature', '0'],
    ['prompt', promptOf(hints)],
  ]
  if (format === 'json') return fields
  // Some read the list under its name with brackets, some without.
  for (const name of ['timestamp_granularities[]', 'timestamp_granularities']) fields.push([name, 'segment'])
  return fields
}

/** Names in it are spelt as they are here; a model reads about 200 words of it. */
function promptOf({ title, speakers }: TranscriptionHints): string {
  const text = [title, speakers.join(', ')].filter((part) => part !== '').join('. ')
  return clip(text.replace(/\s+/g, ' '), 600)
}

/** Limits of a service that tells speakers apart, and where a recording beyond them is cut. */
export const diarized = { mostSeconds: 1_400, mostBytes: 25 * 1024 * 1024, partSeconds: 1_200 }
