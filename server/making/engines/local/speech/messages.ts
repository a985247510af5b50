/** What the service and its speech process tell each other. */
import type { SpeakerVoice, SpokenSpan } from '../../shared/engines.ts'
import type { SoundToDecode } from '../../transcribe/decode-sound.ts'
import type { Turn } from './piece-text.ts'

export type SpeechModels = {
  /** Of the model for words. */
  name: string
  /** By role: encoder, decoder, joiner, tokens. */
  words: Record<string, string>
  detector: string
  /** null: nobody is told apart. */
  speakers: SpeakerModels | null
}

/** Files, and the name of the model for voices. */
export type SpeakerModels = { segmentation: string; voices: string; name: string }

export type SpeechOrder = {
  sound: SoundToDecode
  models: SpeechModels
  languageCode: string | null
  /** null: unknown. */
  speakerCount: number | null
  /** Only the voices of these are wanted. */
  spans: SpokenSpan[] | null
  /** Only the words are wanted, at once, and not all of the recording. */
  isLive: boolean
  threads: number
  maxMemoryBytes: number
}

export type HeardVoice = Omit<SpeakerVoice, 'model'>

/** The channel in which a speaker is heard most. */
export type SpeakerChannel = { speaker: string; channel: number }

/** Why nothing was heard. */
export type SpeechFailure = 'no sherpa' | 'no ffmpeg' | 'no sound' | 'unreadable' | 'too long' | 'models' | 'memory'

export type SpeechReport =
  /** Speakers are SPEAKER_0 and so on. */
  | { done: true; turns: Turn[]; voices: HeardVoice[]; channels?: SpeakerChannel[]; seconds: number }
  | { failed: SpeechFailure; cause: string }
  /** Progress, which also shows that the process works. */
  | { heardSeconds: number }
