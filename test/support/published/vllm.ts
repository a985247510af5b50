/** vLLM's `POST /v1/audio/transcriptions`. Its class allows fields that it does not know. */
import { openAiTranscription } from './openai-transcription.ts'
import { oneOf, type Published } from './published.ts'

const { file, model, language, prompt, temperature } = openAiTranscription.fields

export const vllm = {
  source: 'https://github.com/vllm-project/vllm (TranscriptionRequest; VLLM_MAX_AUDIO_CLIP_FILESIZE_MB is 25)',
  read: '2026-11-26',
  required: ['file'],
  fields: {
    file,
    model,
    language,
    prompt,
    temperature,
    response_format: oneOf('json', 'text', 'srt', 'verbose_json', 'vtt'),
    'timestamp_granularities[]': oneOf('word', 'segment'),
    timestamp_granularities: () => true,
  },
} satisfies Published
