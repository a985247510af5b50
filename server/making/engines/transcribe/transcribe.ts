/** Transcribes media with a service over HTTP, in parts if the media are too large for it. */

import { maxSeconds } from '../../../meetings/recordings/transcript/captions.ts'
import { EngineError } from '../../../platform/errors.ts'
import type { EngineLog, Transcriber, TranscriptionHints } from '../shared/engines.ts'
import { reasonOf } from '../shared/request-back-end.ts'
import type { FileTranscriber } from './file-transcriber.ts'
import type { FormKind } from './form-request.ts'
import { joinParts, type TranscribedPart } from './join-parts.ts'
import { type MadeFormatName, madeFormats } from './made-formats.ts'
import { MediaTools, type SoundFile } from './media-tools.ts'
import { TooLargeError } from './request-service.ts'
import {
  isTooLarge,
  type Limits,
  limitsOf,
  overlapSeconds,
  partFormat,
  type RefusedMedia,
  type SttService,
  smallerLimits,
} from './services.ts'
import { nameByBytes } from './sound-format.ts'
import { requireSound, soundOf } from './sound-of-media.ts'
import { transcribeByAssemblyAi } from './transcribe-by-assemblyai.ts'
import { transcribeByAzure } from './transcribe-by-azure.ts'
import { transcribeByDeepgram } from './transcribe-by-deepgram.ts'
import { openFormTranscriber } from './transcribe-by-form.ts'
import { transcribeByGladia } from './transcribe-by-gladia.ts'

/** `tooLarge`: the service rejected `media`, which are a part or the whole. */
type PartsOrRefusal = { parts: TranscribedPart[] } | { tooLarge: TooLargeError; media: RefusedMedia }

/**
 * @param log    receives the service's error messages
 * @param tools  has the longest recording, and the space for temporary files
 */
export function openTranscriber(
  service: SttService,
  log: EngineLog,
  tools = new MediaTools({ maxSeconds }),
): Transcriber {
  const transcribeFile = fileTranscriberFor(service)
  const format = madeFormats[partFormat(service.kind)]
  // A size that the service rejected is remembered, for the process.
  let limits = limitsOf(service)

  async function transcribeWithin(
    limits: Limits | null,
    whole: SoundFile,
    hints: TranscriptionHints,
    signal: AbortSignal,
  ) {
    const { bytes } = whole.media
    const isCut = limits !== null && isTooLarge(limits, bytes, whole.sound.seconds)
    await using made = isCut
      ? await tools.cut(whole, format, { partSeconds: limits.partSeconds, overlapSeconds }, signal)
      : null
    const parts: TranscribedPart[] = []
    // Not everybody speaks in each part.
    const told = made ? { ...hints, speakerCount: null } : hints
    for (const [index, media] of (made?.parts ?? [whole.media]).entries()) {
      const file = made ? { media, sound: await soundOf(media, signal) } : whole
      const { seconds } = file.sound
      const startSeconds = index * (limits?.partSeconds ?? 0)
      const convert = (to: MadeFormatName) => tools.convert(file, madeFormats[to], signal)
      try {
        parts.push({ ...(await transcribeFile({ service, log, convert }, media, seconds, told, signal)), startSeconds })
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
      const sound = await soundOf(given, signal)
      requireSound(sound, tools.maxSeconds)
      // Services read the first track of several.
      const isMixed = sound.tracks.length > 1
      await using mix = isMixed ? await tools.convert({ media: given, sound }, format, signal) : null
      const whole = mix
        ? { media: mix.parts[0]!, sound: { ...sound, tracks: [0] } }
        : { media: await nameByBytes(given), sound }
      for (;;) {
        const outcome: PartsOrRefusal = await transcribeWithin(limits, whole, hints, signal)
        if ('parts' in outcome) return joinParts(outcome.parts, overlapSeconds, hints, sound.seconds)
        const smaller = smallerLimits(limits, outcome.media)
        if (!smaller) throw outcome.tooLarge
        limits = smaller
      }
    },
  }
}

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
