/** What each kind of service implements: it transcribes one file that is within the limits of the service. */
import type { EngineLog, Media, TranscriptionHints } from '../shared/engines.ts'
import type { MadeFormatName } from './made-formats.ts'
import type { TemporaryMedia } from './media-tools.ts'
import type { Transcribed } from './read-transcription.ts'
import type { SttService } from './services.ts'

/** The sound of the file in another format; null without ffmpeg. */
type Convert = (to: MadeFormatName) => Promise<TemporaryMedia | null>

/**
 * @param lengthSeconds  of the media, if known
 * @throws {EngineError} the service rejected the file, or cannot answer now
 */
export type FileTranscriber = (
  means: { service: SttService; log: EngineLog; convert: Convert },
  media: Media,
  lengthSeconds: number | null,
  hints: TranscriptionHints,
  signal: AbortSignal,
) => Promise<Transcribed>
