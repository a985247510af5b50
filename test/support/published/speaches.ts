/** speaches' `POST /v1/audio/transcriptions`. In batches it gives segments of 30 s, and times of words if it is asked. */
import { openAiTranscription } from './openai-transcription.ts'
import { oneOf, type Published } from './published.ts'

const { file, model, language, prompt, temperature } = openAiTranscription.fields

export const speaches = {
  source: 'https://github.com/speaches-ai/speaches/blob/master/src/speaches/routers/stt.py',
  read: '2026-11-26',
  required: ['file', 'model'],
  fields: {
    file,
    model,
    language,
    prompt,
    temperature,
    response_format: oneOf('json', 'text', 'srt', 'verbose_json', 'vtt'),
    'timestamp_granularities[]': oneOf('word', 'segment'),
    // It is declared, but the one with brackets is read.
    timestamp_granularities: oneOf('word', 'segment'),
  },
} satisfies Published
