/** A local server that speaks Azure's fast transcription, `POST /speechtotext/transcriptions:transcribe`. */
import { formOf } from '../back-end.ts'
import {
  endOf,
  isTerms,
  key,
  openSttServer,
  Refusal,
  readFields,
  requireHeader,
  requireMedia,
  startOf,
  textOf,
} from './stt-server.ts'

const definitionFields = {
  locales: (value: unknown) =>
    Array.isArray(value) && value.every((each) => /^[a-z]{2,3}-[A-Z]{2}$/.test(String(each))),
  diarization: (value: unknown) => {
    const { enabled, maxSpeakers } = value as { enabled?: unknown; maxSpeakers?: unknown }
    return enabled === true && Number(maxSpeakers) >= 2 && Number(maxSpeakers) <= 35
  },
  phraseList: (value: unknown) => isTerms(500, 20)((value as { phrases?: unknown }).phrases),
}

export const openAzure = () =>
  openSttServer(async ({ speech, language }, request) => {
    requireHeader(request, 'ocp-apim-subscription-key', key)
    if (`${request.method} ${request.path}` !== 'POST /speechtotext/transcriptions:transcribe?api-version=2025-10-15') {
      throw new Refusal('Resource not found', 404)
    }
    requireMedia(request)
    const form = await formOf(request).catch(() => {
      throw new Refusal('The form cannot be read')
    })
    const [audio, definition] = [form.get('audio'), form.get('definition')]
    if (!(audio instanceof File) || audio.size === 0) throw new Refusal('audio is required')
    if (typeof definition !== 'string' || [...form.keys()].length !== 2) throw new Refusal('definition is required')
    const { locales } = readFields(definition, definitionFields) as { locales?: string[] }
    return {
      durationMilliseconds: 6_500,
      combinedPhrases: speech.length === 0 ? [] : [{ text: speech.map(textOf).join(' ') }],
      phrases: speech.map((turn) => ({
        ...{ speaker: turn.speaker + 1, text: textOf(turn), locale: locales?.[0] ?? language, confidence: 0.9 },
        ...{ offsetMilliseconds: startOf(turn) * 1_000, durationMilliseconds: (endOf(turn) - startOf(turn)) * 1_000 },
        words: turn.words.map(([text, start, end]) => ({
          ...{ text, offsetMilliseconds: start * 1_000, durationMilliseconds: (end - start) * 1_000 },
        })),
      })),
    }
  })
