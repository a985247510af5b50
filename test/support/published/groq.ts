/** Groq's `POST /openai/v1/audio/transcriptions`. */
import { openAiTranscription } from './openai-transcription.ts'
import { oneOf, type Published } from './published.ts'

const { file, model, language, prompt, temperature } = openAiTranscription.fields

export const groq = {
  source:
    'https://console.groq.com/docs/api-reference (Create transcription), https://console.groq.com/docs/speech-to-text',
  read: '2026-11-26',
  required: ['file', 'model'],
  fields: {
    file,
    model,
    language,
    prompt,
    temperature,
    response_format: oneOf('json', 'text', 'verbose_json'),
    'timestamp_granularities[]': oneOf('word', 'segment'),
  },
} satisfies Published

export const groqEndings = ['flac', 'mp3', 'mp4', 'mpeg', 'mpga', 'm4a', 'ogg', 'opus', 'wav', 'webm']
