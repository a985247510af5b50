/** A transcriber that sends media to a service over HTTP, in parts if they are long, and receives a transcript. */

import { EngineError, type EngineLog, type Media, type Transcriber } from '../engines.ts'
import type { FormKind } from './dialects.ts'
import type { Hear } from './hear.ts'
import { hearByAssemblyAi } from './hear-by-assemblyai.ts'
import { hearByAzure } from './hear-by-azure.ts'
import { hearByDeepgram } from './hear-by-deepgram.ts'
import { openHearByForm } from './hear-by-form.ts'
import { hearByGladia } from './hear-by-gladia.ts'
import { joinParts, type TranscribedPart } from './join-parts.ts'
import { cut, durationOf, type Made } from './media-tools.ts'
import { isTooLarge, limitsOf, type SttService } from './services.ts'

/** Long enough for a few whole sentences in both parts, by which their speakers are matched. */
const OVERLAP_SECONDS = 30

/** @param log  receives what a service said of a failure */
export function transcriberBy(service: SttService, log: EngineLog): Transcriber {
  const hear = hearBy(service)
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
          transcribed.push({ ...(await hear({ service, log }, part, partLength, hints, signal)), startSeconds })
        } catch (error) {
          logFailure(service, error, log)
          throw error
        }
      }
      return joinParts(transcribed, OVERLAP_SECONDS, hints, lengthSeconds)
    },
  }
}

function hearBy(service: SttService): Hear {
  switch (service.kind) {
    case 'deepgram':
      return hearByDeepgram
    case 'assemblyai':
      return hearByAssemblyAi
    case 'gladia':
      return hearByGladia
    case 'azure':
      return hearByAzure
    default:
      return openHearByForm(service as SttService & { kind: FormKind })
  }
}

/** @returns null if the service takes the media as they are, or the programs that cut are missing */
async function cutLong(
  service: SttService,
  media: Media,
  lengthSeconds: number | null,
  signal: AbortSignal,
): Promise<Made | null> {
  const limits = limitsOf(service)
  if (!limits || !isTooLarge(limits, media.bytes, lengthSeconds)) return null
  return cut(media, { partSeconds: limits.partSeconds, overlapSeconds: OVERLAP_SECONDS }, signal)
}

/** The service's own words are in no answer. */
function logFailure({ kind }: SttService, error: unknown, log: EngineLog): void {
  if (!(error instanceof EngineError)) return
  const reason = [error.message, (error.cause as Error | undefined)?.message].filter(Boolean).join(': ')
  log.warn({ kind, reason }, 'A transcription failed')
}
