/** A transcriber that asks a service over HTTP: media in, transcript out. */

import { type Answer, askBackEnd, readJson, refuseUnlessOk } from '../call-back-end.ts'
import { EngineError, type Media, type Transcriber, type TranscriptionHints } from '../engines.ts'
import { diarized, type Format, firstFormat, requestFor, type SttKind } from './dialects.ts'
import { type HeardPart, joinParts } from './join-parts.ts'
import { cut, durationOf, type Made, toWav } from './media-tools.ts'
import { multipart } from './multipart.ts'
import { type Heard, readTranscription } from './read-transcription.ts'

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

  async function hear(
    media: Media,
    lengthSeconds: number | null,
    hints: TranscriptionHints,
    signal: AbortSignal,
  ): Promise<Heard> {
    const asked = format
    const { answer, question } = await ask(service, asked, media, hints, signal)
    if (asked === 'verbose_json' && isRefusedFormat(answer)) {
      // A model that answers with the text alone; from now on it is asked for that at once.
      format = 'json'
      return hear(media, lengthSeconds, hints, signal)
    }
    refuseUnlessOk(answer, question)
    return read(readJson(answer, name), lengthSeconds)
  }

  return {
    async transcribe(media, hints, signal) {
      const lengthSeconds = await durationOf(media, signal)
      await using made = await prepare(service.kind, format, media, lengthSeconds, signal)
      const heard: HeardPart[] = []
      const parts = made?.parts ?? [media]
      for (const [index, part] of parts.entries()) {
        const partLength = parts.length === 1 ? lengthSeconds : await durationOf(part, signal)
        const startSeconds = index * diarized.partSeconds
        heard.push({ ...(await hear(part, partLength, hints, signal)), startSeconds })
      }
      return joinParts(heard, hints, lengthSeconds)
    },
  }
}

/** What the service cannot take as it is, made into what it can, if the programs for that are here. */
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

function read(answer: unknown, lengthSeconds: number | null): Heard {
  const heard = readTranscription(answer, lengthSeconds)
  if (heard) return heard
  // Old builds of whisper.cpp say so with status 200.
  if (typeof answer === 'object' && answer !== null && 'error' in answer) {
    throw new EngineError(`${name} could not make sense of the media`, { passing: false })
  }
  throw new EngineError(`${name} gave an answer that could not be read`, { passing: true })
}
