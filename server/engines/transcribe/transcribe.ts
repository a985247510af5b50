/** Transcribes media with a service over HTTP, in parts if the media are too large for it. */

import { EngineError, type EngineLog, type Media, type Transcriber } from '../engines.ts'
import type { FileTranscriber } from './file-transcriber.ts'
import type { FormKind } from './form-request.ts'
import { joinParts, type TranscribedPart } from './join-parts.ts'
import { cutMedia, durationOf, type TemporaryMedia } from './media-tools.ts'
import { isTooLarge, limitsOf, type SttService } from './services.ts'
import { transcribeByAssemblyAi } from './transcribe-by-assemblyai.ts'
import { transcribeByAzure } from './transcribe-by-azure.ts'
import { transcribeByDeepgram } from './transcribe-by-deepgram.ts'
import { openFormTranscriber } from './transcribe-by-form.ts'
import { transcribeByGladia } from './transcribe-by-gladia.ts'

/** Long enough for a few whole sentences, which match the speakers of both parts. */
const overlapSeconds = 30

/** @param log  receives the service's error messages */
export function openTranscriber(service: SttService, log: EngineLog): Transcriber {
  const transcribeFile = fileTranscriberFor(service)
  return {
    async transcribe(media, hints, signal) {
      const lengthSeconds = await durationOf(media, signal)
      await using made = await cutLong(service, media, lengthSeconds, signal)
      const transcribed: TranscribedPart[] = []
      const parts = made?.parts ?? [media]
      for (const [index, part] of parts.entries()) {
        const partLength = parts.length === 1 ? lengthSeconds : await durationOf(part, signal)
        const startSeconds = index * (limitsOf(service)?.partSeconds ?? 0)
        try {
          transcribed.push({
            ...(await transcribeFile({ service, log }, part, partLength, hints, signal)),
            startSeconds,
          })
        } catch (error) {
          logFailure(service, error, log)
          throw error
        }
      }
      return joinParts(transcribed, overlapSeconds, hints, lengthSeconds)
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

/** @returns null if the media are within the limits of the service, or ffmpeg is missing */
async function cutLong(
  service: SttService,
  media: Media,
  lengthSeconds: number | null,
  signal: AbortSignal,
): Promise<TemporaryMedia | null> {
  const limits = limitsOf(service)
  if (!limits || !isTooLarge(limits, media.bytes, lengthSeconds)) return null
  return cutMedia(media, { partSeconds: limits.partSeconds, overlapSeconds }, signal)
}

/** The service's own message goes only to the log. */
function logFailure({ kind }: SttService, error: unknown, log: EngineLog): void {
  if (!(error instanceof EngineError)) return
  const reason = [error.message, (error.cause as Error | undefined)?.message].filter(Boolean).join(': ')
  log.warn({ kind, reason }, 'A transcription failed')
}
