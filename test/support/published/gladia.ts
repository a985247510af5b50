/** Gladia's `POST /v2/pre-recorded`. */
import { isOptions, isText, isTrue, type Published } from './published.ts'

export const gladia = {
  source: 'https://docs.gladia.io/api-reference/v2/pre-recorded/init',
  read: '2026-11-26',
  required: ['audio_url'],
  fields: {
    audio_url: isText,
    diarization: isTrue,
    diarization_config: (value) => Number((value as Record<string, unknown>).number_of_speakers) >= 1,
    custom_vocabulary: isTrue,
    model: isText,
    custom_vocabulary_config: (value) => isOptions(1_000, 20)((value as { vocabulary?: unknown }).vocabulary),
    language_config: (value) => {
      const { languages, code_switching, ...more } = value as Record<string, unknown>
      const isList = Array.isArray(languages) && languages.every((each) => /^[a-z]{2,3}$/.test(String(each)))
      return isList && code_switching === false && Object.keys(more).length === 0
    },
  },
} satisfies Published
