/** Transcribes media with a service over HTTP, in parts if the media are too large for it. */

import { EngineError } from '../../../platform/errors.ts'
import type { EngineLog, Media, Transcriber, TranscriptionHints } from '../shared/engines.ts'
import { reasonOf } from '../shared/request-back-end.ts'
import type { FileTranscriber } from './file-transcriber.ts'
import type { FormKind } from './form-request.ts'
import { joinParts, type TranscribedPart } from './join-parts.ts'
import { cutMedia, durationOf, hasPictureOnly, soundTracksOf, toM4a } from './media-tools.ts'
import { TooLargeError } from './request-service.ts'
import {
  isTooLarge,
  type Limits,
  limitsOf,
  overlapSeconds,
  type RefusedMedia,
  type SttService,
  smallerLimits,
} from './services.ts'
import { nameByBytes } from './sound-format.ts'
import { transcribeByAssemblyAi } from './transcribe-by-assemblyai.ts'
import { transcribeByAzure } from './transcribe-by-azure.ts'
import { transcribeByDeepgram } from './transcribe-by-deepgram.ts'
import { openFormTranscriber } from './transcribe-by-form.ts'
import { transcribeByGladia } from './transcribe-by-gladia.ts'

/** `tooLarge`: the service rejected `media`, which are a part or the whole. */
type PartsOrRefusal = { parts: TranscribedPart[] } | { tooLarge: TooLargeError; media: RefusedMedia }

/** @param log  receives the service's error messages */
export function openTranscriber(service: SttService, log: EngineLog): Transcriber {
  const transcribeFile = fileTranscriberFor(service)
  // A size that the service rejected is remembered, for the process.
  let limits = limitsOf(service)

  async function transcribeWithin(
    limits: Limits | null,
    whole: TimedMedia,
    hints: TranscriptionHints,
    signal: AbortSignal,
  ) {
    const isCut = limits !== null && isTooLarge(limits, whole.media.bytes, whole.seconds)
    await using made = isCut
      ? await cutMedia(whole.media, { partSeconds: limits.partSeconds, overlapSeconds }, signal)
      : null
    const parts: TranscribedPart[] = []
    const sounds = made?.parts ?? [whole.media]
    // Not everybody speaks in each part.
    const told = made ? { ...hints, speakerCount: null } : hints
    for (const [index, media] of sounds.entries()) {
      const seconds = sounds.length === 1 ? whole.seconds : await durationOf(media, signal)
      const startSeconds = index * (limits?.partSeconds ?? 0)
      try {
        parts.push({ ...(await transcribeFile({ service, log }, media, seconds, told, signal)), startSeconds })
      } catch (error) {
        logFailure(service, error, log)
        // Without ffmpeg nothing can be cut.
        if (!(error instanceof TooLargeError) || (isCut && !made)) throw error
        return {
          tooLarge: error,
          media: { bytes: media.bytes, seconds, isPart: made !== null },
        } satisfies PartsOrRefusal
      }
    }
    return { parts } satisfies PartsOrRefusal
  }

  return {
    async transcribe(given, hints, signal) {
      if (await hasPictureOnly(given.path, signal))
        throw new EngineError('The media has no sound', { retryable: false })
      // Services read the first track of several.
      const isMixed = (await soundTracksOf(given.path, signal)).length > 1
      await using mix = isMixed ? await toM4a(given, signal) : null
      const media = mix?.parts[0] ?? (await nameByBytes(given))
      const seconds = await durationOf(media, signal)
      for (;;) {
        const outcome: PartsOrRefusal = await transcribeWithin(limits, { media, seconds }, hints, signal)
        if ('parts' in outcome) return joinParts(outcome.parts, overlapSeconds, hints, seconds)
        const smaller = smallerLimits(limits, outcome.media)
        if (!smaller) throw outcome.tooLarge
        limits = smaller
      }
    },
  }
}

type TimedMedia = { media: Media; seconds: number | null }

function fileTranscriberFor(service: SttService): FileTranscriber {
  switch (service.kind) {
    case 'deepgram':
      return transcribeByDeepgram
    case 'assemblyai':
      return transcribeByAssemblyAi
    case 'gladia':
      return transcribeByGladia
    case 'azure':
      return transcribeByAzure
    default:
      return openFormTranscriber(service as SttService & { kind: FormKind })
  }
}

/** The service's own message goes only to the log. */
function logFailure({ kind }: SttService, error: unknown, log: EngineLog): void {
  if (!(error instanceof EngineError)) return
  log.warn({ kind, reason: reasonOf(error) }, 'A transcription failed')
}
