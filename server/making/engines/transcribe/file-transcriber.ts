/** What each kind of service implements: it transcribes one file that is within the limits of the service. */
import type { EngineLog, Media, TranscriptionHints } from '../shared/engines.ts'
import type { Transcribed } from './read-transcription.ts'
import type { SttService } from './services.ts'

/**
 * @param lengthSeconds  of the media, if known
 * @throws {EngineError} the service rejected the file, or cannot answer now
 */
export type FileTranscriber = (
  means: { service: SttService; log: EngineLog },
  media: Media,
  lengthSeconds: number | null,
  hints: TranscriptionHints,
  signal: AbortSignal,
) => Promise<Transcribed>
