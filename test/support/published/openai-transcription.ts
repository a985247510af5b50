/** OpenAI's `POST /v1/audio/transcriptions`. */
import { anyText, isLanguage, isText, oneOf, type Published } from './published.ts'

export const openAiTranscription = {
  source: 'https://github.com/openai/openai-openapi (CreateTranscriptionRequest)',
  read: '2026-11-26',
  required: ['file', 'model'],
  fields: {
    file: () => true,
    model: isText,
    language: isLanguage,
    prompt: anyText,
    response_format: oneOf('json', 'text', 'srt', 'verbose_json', 'vtt', 'diarized_json'),
    temperature: (value) => Number(value) >= 0 && Number(value) <= 1,
    'timestamp_granularities[]': oneOf('word', 'segment'),
    chunking_strategy: oneOf('auto'),
    stream: () => false,
    'include[]': () => false,
  },
} satisfies Published

export const openAiEndings = ['flac', 'mp3', 'mp4', 'mpeg', 'mpga', 'm4a', 'ogg', 'wav', 'webm']
