/** AssemblyAI's `POST /v2/transcript`. */
import { isOptions, isText, isTrue, oneOf, type Published } from './published.ts'

const models = oneOf('universal-3-5-pro', 'universal-3-pro', 'universal-2')

export const assemblyAi = {
  source:
    'https://www.assemblyai.com/docs/api-reference/transcripts/submit, …/docs/faq/how-can-i-use-universal-2 (no default model)',
  read: '2026-11-26',
  required: ['audio_url', 'speech_models'],
  fields: {
    audio_url: isText,
    speaker_labels: isTrue,
    speakers_expected: (value) => Number.isInteger(value) && Number(value) >= 1,
    punctuate: isTrue,
    format_text: isTrue,
    language_detection: isTrue,
    language_code: (value) => /^[a-z]{2,3}(?:_[a-z]{2})?$/.test(String(value)),
    speech_models: (value) => Array.isArray(value) && value.length > 0 && value.every(models),
    keyterms_prompt: isOptions(1_000, 6),
  },
} satisfies Published
