/** whisper.cpp's `POST /inference`. Without a language it hears English. It cuts segments at 60 characters. */
import { anyText, oneOf, type Published } from './published.ts'

export const whisperCpp = {
  source: 'https://github.com/ggml-org/whisper.cpp/blob/master/examples/server/server.cpp (get_req_parameters)',
  read: '2026-11-26',
  required: ['file', 'language'],
  fields: {
    file: () => true,
    prompt: anyText,
    temperature: (value) => Number(value) >= 0,
    language: (value) => /^(?:auto|[a-z]{2,3})$/.test(String(value)),
    response_format: oneOf('json', 'text', 'srt', 'verbose_json', 'vtt'),
    split_on_word: oneOf('true', 'false'),
    // It does not read these.
    model: anyText,
    'timestamp_granularities[]': anyText,
    timestamp_granularities: anyText,
  },
} satisfies Published
