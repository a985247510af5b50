/** What each kind of transcription service does with one file that it can take. */
import type { EngineLog, Media, TranscriptionHints } from '../engines.ts'
import type { Transcribed } from './read-transcription.ts'
import type { SttService } from './services.ts'

/**
 * @param lengthSeconds  of the media, if known
 * @throws {EngineError} the service rejected it, or cannot answer now
 */
export type Hear = (
  means: { service: SttService; log: EngineLog },
  media: Media,
  lengthSeconds: number | null,
  hints: TranscriptionHints,
  signal: AbortSignal,
) => Promise<Transcribed>
