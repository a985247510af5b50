/** Services that accept a form with one file and return the transcript: OpenAI's API, whisper.cpp and WhisperX. */

import { EngineError } from '../../../platform/errors.ts'
import type { Media, TranscriptionHints } from '../shared/engines.ts'
import { type Answer, reasonOf } from '../shared/request-back-end.ts'
import { isFields } from './answer-fields.ts'
import type { FileTranscriber } from './file-transcriber.ts'
import { type Format, type FormKind, firstFormat, nextFormat, requestFor } from './form-request.ts'
import { multipart } from './multipart.ts'
import { readTranscription, type Transcribed } from './read-transcription.ts'
import { readAnswer, requestService, serviceName, unreadable } from './request-service.ts'
import type { SttService } from './services.ts'
import { isOneOf, isPlainWav } from './sound-format.ts'

type FormService = SttService & { kind: FormKind }

/** The formats that OpenAI documents. Servers with its API refuse names with other endings. */
const openAiEndings = ['flac', 'mp3', 'mp4', 'mpeg', 'mpga', 'm4a', 'ogg', 'wav', 'webm']

/** What is sent in place of formats that a kind does not take. */
const conversions: Record<FormKind, { takes: readonly string[]; to: 'm4a' | 'wav' } | null> = {
  openai: { takes: openAiEndings, to: 'm4a' },
  whispercpp: { takes: ['wav'], to: 'wav' },
  asr: null,
}

/** Remembers which format of answers the model supports. */
export function openFormTranscriber(service: FormService): FileTranscriber {
  let known = firstFormat(service.kind, service.model)

  async function request(media: Media, hints: TranscriptionHints, signal: AbortSignal): Promise<Answer> {
    for (let format = known; ; ) {
      const answer = await send(service, format, media, hints, signal)
      const next = nextFormat(format, answer)
      // Remembered only after an answer, because a refusal may have another reason.
      if (next === null && answer.status < 300) known = format
      if (next === null) return answer
      format = next
    }
  }

  return async ({ log, convert }, media, lengthSeconds, hints, signal) => {
    const conversion = conversions[service.kind]
    const isTaken = conversion === null || isOneOf(conversion.takes, media)
    // A server of whisper.cpp that was not built to convert reads no other WAV.
    const mustConvert = !isTaken || (service.kind === 'whispercpp' && !(await isPlainWav(media)))
    await using made = mustConvert ? await convert(conversion!.to) : null
    const sound = made?.parts[0] ?? media
    const answer = await request(sound, hints, signal)
    // Some servers cannot decode AAC, for example; all of them can decode FLAC, and whisper.cpp got WAV.
    const isLast = service.kind === 'whispercpp' || isOneOf(['flac'], sound)
    await using other = isRefusedSound(answer) && !isLast ? await convert('flac') : null
    const heard = other?.parts[0] ?? sound
    const last = other ? await request(heard, hints, signal) : answer
    const first = read(readAnswer(service, last), lengthSeconds)
    if (first.segments.length > 0) return first
    for (const less of lesserQuestions(service, known, hints)) {
      try {
        const again = await send(service, less.format, heard, less.hints, signal)
        const transcribed = read(readAnswer(service, again), lengthSeconds)
        if (transcribed.segments.length > 0) return transcribed
      } catch (error) {
        // Silence is an answer, so this failure fails nothing.
        if (!(error instanceof EngineError)) throw error
        log.warn({ kind: service.kind, reason: reasonOf(error) }, 'A second question about media without words failed')
      }
    }
    return first
  }
}

/**
 * Voxtral hears nothing if it gets a language and asks for times, and says so with 200; a wrong language may do the same
 * anywhere. So silence is asked about again without the language, then without times: one at a time, because the other
 * one is worth having.
 * @returns nothing for what was not sent
 */
function lesserQuestions({ kind }: FormService, format: Format, hints: TranscriptionHints) {
  const hasTimes = kind === 'openai' && (format === 'words' || format === 'verbose_json')
  return [
    ...(hints.languageCode === null ? [] : [{ format, hints: { ...hints, languageCode: null } }]),
    ...(hasTimes ? [{ format: 'json' as const, hints }] : []),
  ]
}

const isRefusedSound = ({ status, text }: Answer) =>
  status === 415 ||
  ((status === 400 || status === 422) &&
    /file format|audio.?format|following types|media type|decod|(?:unrecogni[sz]ed|unsupported)(?: audio)? file/i.test(
      text,
    ))

function send(service: FormService, format: Format, media: Media, hints: TranscriptionHints, signal: AbortSignal) {
  const { path, fileField, fields } = requestFor(service, format, hints)
  return requestService(service, { path, ...multipart(fields, fileField, media) }, signal)
}

function read(answer: unknown, lengthSeconds: number | null): Transcribed {
  const transcribed = readTranscription(answer, lengthSeconds)
  if (transcribed) return transcribed
  // Old builds of whisper.cpp report errors with status 200.
  if (isFields(answer) && 'error' in answer) {
    throw new EngineError(`${serviceName} could not make sense of the media`, { retryable: false })
  }
  throw unreadable()
}
