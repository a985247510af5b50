/** Services that accept a form with one file and return the transcript: OpenAI's API, whisper.cpp and WhisperX. */
import type { Answer } from '../call-back-end.ts'
import { EngineError, type Media, type TranscriptionHints } from '../engines.ts'
import { askService, name, readAnswer, unreadable } from './ask-service.ts'
import { type Format, type FormKind, firstFormat, requestFor } from './dialects.ts'
import type { Hear } from './hear.ts'
import { toWav } from './media-tools.ts'
import { multipart } from './multipart.ts'
import { isFields, readTranscription, type Transcribed } from './read-transcription.ts'
import type { SttService } from './services.ts'

type FormService = SttService & { kind: FormKind }

/** Remembers which format the model supports. */
export function openHearByForm(service: FormService): Hear {
  let format = firstFormat(service.kind, service.model)

  async function hear(
    media: Media,
    lengthSeconds: number | null,
    hints: TranscriptionHints,
    signal: AbortSignal,
  ): Promise<Transcribed> {
    const wanted = format
    const answer = await ask(service, wanted, media, hints, signal)
    if (wanted !== 'verbose_json' || !isRefusedFormat(answer)) return read(readAnswer(service, answer), lengthSeconds)
    const transcribed = read(readAnswer(service, await ask(service, 'json', media, hints, signal)), lengthSeconds)
    // The model supports only json, so later requests use it directly. If json is rejected too, the reason is another one.
    format = 'json'
    return transcribed
  }

  return async (_, media, lengthSeconds, hints, signal) => {
    await using made = service.kind === 'whispercpp' && !isWav(media) ? await toWav(media, signal) : null
    return await hear(made?.parts[0] ?? media, lengthSeconds, hints, signal)
  }
}

const isWav = ({ contentType, fileName }: Media) => /wav/i.test(contentType ?? '') || /\.wav$/i.test(fileName)

function ask(service: FormService, format: Format, media: Media, hints: TranscriptionHints, signal: AbortSignal) {
  const { path, fileField, fields } = requestFor(service.kind, service.model, format, hints)
  return askService(service, { path, ...multipart(fields, fileField, media) }, signal)
}

const isRefusedFormat = ({ status, text }: Answer) =>
  (status === 400 || status === 422) && /response_format|verbose_json|timestamp_granularities/.test(text)

function read(answer: unknown, lengthSeconds: number | null): Transcribed {
  const transcribed = readTranscription(answer, lengthSeconds)
  if (transcribed) return transcribed
  // Old builds of whisper.cpp report errors with status 200.
  if (isFields(answer) && 'error' in answer) {
    throw new EngineError(`${name} could not make sense of the media`, { retryable: false })
  }
  throw unreadable()
}
