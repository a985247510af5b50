/** What the service and its speech process tell each other. */
import type { SpeakerCount, SpeakerVoice, SpokenSpan } from '../../engines.ts'
import type { Turn } from './piece-text.ts'

export type SpeechModels = {
  /** Of the model for words. */
  name: string
  /** By role: encoder, decoder, joiner, tokens. */
  words: Record<string, string>
  detector: string
  /** Without them there are words alone. */
  speakers: SpeakerModels | null
}

/** Files, and the name of the model for voices. */
export type SpeakerModels = { segmentation: string; voices: string; name: string }

export type SpeechOrder = {
  path: string
  models: SpeechModels
  languageCode: string | null
  people: SpeakerCount
  /** Only the voices of these are wanted. */
  spans: SpokenSpan[] | null
  threads: number
  maxMemoryBytes: number
}

export type HeardVoice = Omit<SpeakerVoice, 'model'>

/** A reason that only the operator can change. */
export type SpeechFailure = 'no sherpa' | 'no ffmpeg' | 'no sound' | 'unreadable' | 'models' | 'memory'

export type SpeechReport =
  /** Speakers are labels. */
  | { done: true; turns: Turn[]; voices: HeardVoice[]; seconds: number }
  | { failed: SpeechFailure; cause: string }
  /** The process works. */
  | { heardSeconds: number }
