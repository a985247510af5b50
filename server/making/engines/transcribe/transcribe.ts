/**
 * Transcribes media with a service over HTTP: in parts if they are too large for it, and each channel for itself if it has
 * people of its own.
 */

import { maxSeconds } from '../../../meetings/recordings/transcript/captions.ts'
import { EngineError } from '../../../platform/errors.ts'
import type { EngineLog, Transcriber, Transcription, TranscriptionHints } from '../shared/engines.ts'
import { reasonOf } from '../shared/request-back-end.ts'
import { type AskForWords, askAgain } from './ask-again.ts'
import type { Track } from './channels.ts'
import { loudnessOf } from './decode-sound.ts'
import type { FileTranscriber } from './file-transcriber.ts'
import type { FormKind } from './form-request.ts'
import { joinParts, type TranscribedPart } from './join-parts.ts'
import { type HeardTrack, joinTracks } from './join-tracks.ts'
import { type MadeFormatName, madeFormats } from './made-formats.ts'
import { MediaTools, type SoundFile, type TemporaryMedia } from './media-tools.ts'
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
  takesChannels,
} from './services.ts'
import { nameByBytes } from './sound-format.ts'
import { type OneChannel, requireSound, type Sound, soundOf } from './sound-of-media.ts'
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

  async function transcribeSound(
    whole: SoundFile,
    hints: TranscriptionHints,
    signal: AbortSignal,
  ): Promise<Transcription> {
    for (;;) {
      const outcome: PartsOrRefusal = await transcribeWithin(limits, whole, hints, signal)
      if ('parts' in outcome) return joinParts(outcome.parts, overlapSeconds, hints, whole.sound.seconds)
      const smaller = smallerLimits(limits, outcome.media)
      if (!smaller) throw outcome.tooLarge
      limits = smaller
    }
  }

  /** @returns null if that channel cannot be converted alone */
  async function transcribeOne(given: SoundFile, only: OneChannel, hints: TranscriptionHints, signal: AbortSignal) {
    await using made = await tools.convert(given, format, signal, { only })
    return made && (await transcribeWhole(madeOf(made, given), { ...hints, speakerCount: null }, signal))
  }

  async function transcribeAll(
    given: SoundFile,
    hints: TranscriptionHints,
    signal: AbortSignal,
  ): Promise<Transcription> {
    const isMade = given.sound.tracks.length > 1 || !takesChannels(service.kind, given.sound)
    await using made = isMade ? await tools.convert(given, format, signal) : null
    const whole = made ? madeOf(made, given) : { ...given, media: await nameByBytes(given.media) }
    return await transcribeWhole(whole, hints, signal)
  }

  async function transcribeWhole(
    whole: SoundFile,
    hints: TranscriptionHints,
    signal: AbortSignal,
  ): Promise<Transcription> {
    const ask: AskForWords = (sound) => transcribeSound(sound, { ...hints, speakerCount: null }, signal)
    return await askAgain({ tools, format, ask }, whole, await transcribeSound(whole, hints, signal), signal)
  }

  return {
    async transcribe(media, hints, signal) {
      const sound = await soundOf(media, signal)
      requireSound(sound, tools.maxSeconds)
      const channels = mayBeApart(sound, tools.maxSeconds)
        ? await loudnessOf({ media, sound }, tools.maxSeconds, signal)
        : null
      const apart = channels?.tracks().filter(isOneChannel) ?? []
      if (apart.length < 2) return await transcribeAll({ media, sound }, hints, signal)
      const tracks: HeardTrack[] = []
      for (const only of apart) {
        const heard = await transcribeOne({ media, sound }, only, hints, signal)
        if (!heard) return await transcribeAll({ media, sound }, hints, signal)
        tracks.push({ channel: only.channel, heard })
      }
      return joinTracks(tracks, channels!)
    },
  }
}

/** Of all channels together, in seconds: 8 hours of stereo. Listening to them takes a thousandth of that on the main thread. */
const mostListenedSeconds = 57_600

const mayBeApart = ({ tracks, channels, seconds }: Sound, maxSeconds: number): boolean => {
  const count = Math.max(tracks.length, channels)
  return count > 1 && count * (seconds ?? maxSeconds) <= mostListenedSeconds
}

const madeOf = ({ parts }: TemporaryMedia, { sound }: SoundFile): SoundFile => ({
  media: parts[0]!,
  sound: { ...sound, tracks: [0], channels: 1 },
})

const isOneChannel = (track: Track): track is OneChannel => track.channel !== null

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
