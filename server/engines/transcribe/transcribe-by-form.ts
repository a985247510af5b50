/** Services that accept a form with one file and return the transcript: OpenAI's API, whisper.cpp and WhisperX. */

import { EngineError, type Media, type TranscriptionHints } from '../engines.ts'
import type { Answer } from '../request-back-end.ts'
import type { FileTranscriber } from './file-transcriber.ts'
import { type Format, type FormKind, firstFormat, requestFor } from './form-request.ts'
import { toWav } from './media-tools.ts'
import { multipart } from './multipart.ts'
import { isFields, readTranscription, type Transcribed } from './read-transcription.ts'
import { readAnswer, requestService, serviceName, unreadable } from './request-service.ts'
import type { SttService } from './services.ts'

type FormService = SttService & { kind: FormKind }

/** Remembers which format the model supports. */
export function openFormTranscriber(service: FormService): FileTranscriber {
  let format = firstFormat(service.kind, service.model)

  async function transcribe(
    media: Media,
    lengthSeconds: number | null,
    hints: TranscriptionHints,
    signal: AbortSignal,
  ): Promise<Transcribed> {
    const wanted = format
    const answer = await send(service, wanted, media, hints, signal)
    if (wanted !== 'verbose_json' || !isRefusedFormat(answer)) return read(readAnswer(service, answer), lengthSeconds)
    const transcribed = read(readAnswer(service, await send(service, 'json', media, hints, signal)), lengthSeconds)
    // The model supports only json, so later requests use it directly. If json is rejected too, another reason applies.
    format = 'json'
    return transcribed
  }

  return async (_, media, lengthSeconds, hints, signal) => {
    await using made = service.kind === 'whispercpp' && !isWav(media) ? await toWav(media, signal) : null
    return await transcribe(made?.parts[0] ?? media, lengthSeconds, hints, signal)
  }
}

const isWav = ({ contentType, fileName }: Media) => /wav/i.test(contentType ?? '') || /\.wav$/i.test(fileName)

function send(service: FormService, format: Format, media: Media, hints: TranscriptionHints, signal: AbortSignal) {
  const { path, fileField, fields } = requestFor(service.kind, service.model, format, hints)
  return requestService(service, { path, ...multipart(fields, fileField, media) }, signal)
}

const isRefusedFormat = ({ status, text }: Answer) =>
  (status === 400 || status === 422) && /response_format|verbose_json|timestamp_granularities/.test(text)

function read(answer: unknown, lengthSeconds: number | null): Transcribed {
  const transcribed = readTranscription(answer, lengthSeconds)
  if (transcribed) return transcribed
  // Old builds of whisper.cpp report errors with status 200.
  if (isFields(answer) && 'error' in answer) {
    throw new EngineError(`${serviceName} could not make sense of the media`, { retryable: false })
  }
  throw unreadable()
}
