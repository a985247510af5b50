/** A transcriber that sends media to a service over HTTP and receives a transcript. */

import { type Answer, askBackEnd, readJson, requireOk } from '../call-back-end.ts'
import { EngineError, type Media, type Transcriber, type TranscriptionHints } from '../engines.ts'
import { diarized, type Format, firstFormat, requestFor, type SttKind } from './dialects.ts'
import { joinParts, type TranscribedPart } from './join-parts.ts'
import { cut, durationOf, type Made, toWav } from './media-tools.ts'
import { multipart } from './multipart.ts'
import { readTranscription, type Transcribed } from './read-transcription.ts'

export type SttService = {
  kind: SttKind
  url: string
  apiKey: string
  model: string
  timeoutSeconds: number
  mostBytes: number
}

const name = 'The transcription service'

export function transcriberBy(service: SttService): Transcriber {
  let format = firstFormat(service.kind, service.model)

  async function transcribeFile(
    media: Media,
    lengthSeconds: number | null,
    hints: TranscriptionHints,
    signal: AbortSignal,
  ): Promise<Transcribed> {
    const wanted = format
    const { answer, question } = await ask(service, wanted, media, hints, signal)
    if (wanted === 'verbose_json' && isRefusedFormat(answer)) {
      // The model knows only the text; later requests ask for that directly.
      format = 'json'
      return transcribeFile(media, lengthSeconds, hints, signal)
    }
    requireOk(answer, question)
    return read(readJson(answer, name), lengthSeconds)
  }

  return {
    async transcribe(media, hints, signal) {
      const lengthSeconds = await durationOf(media, signal)
      await using made = await prepare(service.kind, format, media, lengthSeconds, signal)
      const transcribed: TranscribedPart[] = []
      const parts = made?.parts ?? [media]
      for (const [index, part] of parts.entries()) {
        const partLength = parts.length === 1 ? lengthSeconds : await durationOf(part, signal)
        const startSeconds = index * diarized.partSeconds
        transcribed.push({ ...(await transcribeFile(part, partLength, hints, signal)), startSeconds })
      }
      return joinParts(transcribed, hints, lengthSeconds)
    },
  }
}

/** Converts or cuts media that the service cannot accept, if the programs for it are installed. */
async function prepare(
  kind: SttKind,
  format: Format,
  media: Media,
  lengthSeconds: number | null,
  signal: AbortSignal,
): Promise<Made | null> {
  const isLong = media.bytes > diarized.mostBytes || (lengthSeconds ?? 0) > diarized.mostSeconds
  if (format === 'diarized_json' && isLong) return cut(media, diarized.partSeconds, signal)
  if (kind === 'whispercpp' && !isWav(media)) return toWav(media, signal)
  return null
}

const isWav = ({ contentType, fileName }: Media) => /wav/i.test(contentType ?? '') || /\.wav$/i.test(fileName)

async function ask(service: SttService, format: Format, media: Media, hints: TranscriptionHints, signal: AbortSignal) {
  const { path, fileField, fields } = requestFor(service.kind, service.model, format, hints)
  const form = multipart(fields, fileField, media)
  const question = {
    name,
    url: service.url + path,
    headers: { ...form.headers, ...(service.apiKey && { authorization: `Bearer ${service.apiKey}` }) },
    body: form.body,
    timeoutSeconds: service.timeoutSeconds,
    mostBytes: service.mostBytes,
  }
  return { answer: await askBackEnd(question, signal), question }
}

const isRefusedFormat = ({ status, text }: Answer) =>
  (status === 400 || status === 422) && /response_format|verbose_json|timestamp_granularities/.test(text)

function read(answer: unknown, lengthSeconds: number | null): Transcribed {
  const transcribed = readTranscription(answer, lengthSeconds)
  if (transcribed) return transcribed
  // Old builds of whisper.cpp report errors with status 200.
  if (typeof answer === 'object' && answer !== null && 'error' in answer) {
    throw new EngineError(`${name} could not make sense of the media`, { retryable: false })
  }
  throw new EngineError(`${name} gave an answer that could not be read`, { retryable: true })
}
