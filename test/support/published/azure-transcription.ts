/** The `definition` of Azure's `POST /speechtotext/transcriptions:transcribe`. */
import { isOptions, type Published } from './published.ts'

export const azureDefinition = {
  source: 'https://learn.microsoft.com/azure/ai-services/speech-service/fast-transcription-create (2025-10-15)',
  read: '2026-11-26',
  required: [],
  fields: {
    locales: (value) => Array.isArray(value) && value.every((each) => /^[a-z]{2,3}-[A-Z]{2}$/.test(String(each))),
    diarization: (value) => {
      const { enabled, maxSpeakers } = value as { enabled?: unknown; maxSpeakers?: unknown }
      return enabled === true && Number(maxSpeakers) >= 2 && Number(maxSpeakers) <= 35
    },
    phraseList: (value) => isOptions(500, 20)((value as { phrases?: unknown }).phrases),
  },
} satisfies Published

/** Formats that its page lists; a container such as MP4 is not. */
export const azureEndings = ['wav', 'mp3', 'ogg', 'opus', 'flac', 'wma', 'aac', 'amr', 'webm', 'speex']

/** The reference of the request itself has 2 h and 250 MB; the page of quotas has more, and changes. */
export const azureMaxBytes = 250_000_000
