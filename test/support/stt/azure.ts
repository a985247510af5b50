/** A local server that speaks Azure's fast transcription, `POST /speechtotext/transcriptions:transcribe`. */
import { formOf } from '../back-end.ts'
import { azureDefinition, azureEndings } from '../published/azure-transcription.ts'
import {
  endOf,
  key,
  openSttServer,
  Refusal,
  readFields,
  requireHeader,
  requireMedia,
  startOf,
  textOf,
} from './stt-server.ts'

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
    if (!azureEndings.some((ending) => audio.name.endsWith(`.${ending}`))) throw new Refusal('The audio is unsupported')
    if (typeof definition !== 'string' || [...form.keys()].length !== 2) throw new Refusal('definition is required')
    const { locales } = readFields(definition, azureDefinition) as { locales?: string[] }
    return {
      durationMilliseconds: 6_500,
      combinedPhrases: speech.length === 0 ? [] : [{ text: speech.map(textOf).join(' ') }],
      phrases: speech.map((turn) => ({
        speaker: turn.speaker + 1,
        text: textOf(turn),
        locale: locales?.[0] ?? language,
        confidence: 0.9,
        offsetMilliseconds: startOf(turn) * 1_000,
        durationMilliseconds: (endOf(turn) - startOf(turn)) * 1_000,
        words: turn.words.map(([text, start, end]) => ({
          text,
          offsetMilliseconds: start * 1_000,
          durationMilliseconds: (end - start) * 1_000,
        })),
      })),
    }
  })
