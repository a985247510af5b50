/** Transcribes on this machine: a process for each recording, a few at a time. */
import { existsSync } from 'node:fs'
import { maxSeconds } from '../../../../meetings/recordings/transcript/captions.ts'
import { EngineError } from '../../../../platform/errors.ts'
import { FairQueue } from '../../../../platform/fair-queue.ts'
import {
  type EngineLog,
  NoTranscriberError,
  type Transcriber,
  type Transcription,
  type TranscriptionHints,
} from '../../shared/engines.ts'
import { notUnderstood } from '../../shared/not-understood.ts'
import { reasonOf } from '../../shared/request-back-end.ts'
import type { SoundToDecode } from '../../transcribe/decode-sound.ts'
import { joinParts, plainName } from '../../transcribe/join-parts.ts'
import { readTranscription, splitIntoSentences } from '../../transcribe/read-transcription.ts'
import { requireSound, type Sound, soundOf } from '../../transcribe/sound-of-media.ts'
import type { FindSpeech, FoundSpeech } from './find-speech.ts'
import { LiveSpeech, liveStart } from './live-speech.ts'
import type { HeardVoice, SpeechModels, SpeechOrder } from './messages.ts'
import { runSpeech, type SpeechLimits, type SpeechResult } from './run-speech.ts'
import { spokenLanguage } from './spoken-language.ts'

export type LocalSpeech = {
  findSpeech: FindSpeech
  processes: number
  threads: number
  limits: SpeechLimits
  /** The longest recording that is transcribed; absent: a transcript has the only limit. */
  maxSeconds?: number
}

type SpeechTask = Pick<SpeechOrder, 'sound' | 'languageCode' | 'speakerCount' | 'spans' | 'isLive'>

const wholeFile = { languageCode: null, speakerCount: null, spans: null, isLive: false }

/** A model is read into memory and needs more to compute; 28 s of sound need little beside. */
const memoryOf = (modelBytes: number) => 3 * modelBytes + 1_500_000_000

export const openLocalTranscriber = (speech: LocalSpeech, log: EngineLog): Transcriber =>
  new LocalTranscriber(speech, log)

type HearVoices = NonNullable<Transcriber['hearVoices']>
type HearLive = NonNullable<Transcriber['hearLive']>

class LocalTranscriber implements Transcriber {
  readonly #speech: LocalSpeech
  readonly #maxSeconds: number
  readonly #log: EngineLog
  readonly #queue: FairQueue
  readonly #live = new LiveSpeech()
  #isHearingLive = false
  /** The version of the models that were found whole. */
  #verified = ''

  constructor(speech: LocalSpeech, log: EngineLog) {
    this.#speech = speech
    this.#maxSeconds = speech.maxSeconds ?? maxSeconds
    this.#log = log
    this.#queue = new FairQueue({ slots: speech.processes, slotsOfSharer: speech.processes, maxWaiting: Infinity })
  }

  readonly isReady = async (model?: string) => (await this.#speech.findSpeech(model)) !== null

  readonly transcribe: Transcriber['transcribe'] = async (media, hints, signal, { onProgress, sharer } = {}) => {
    await this.#queue.enter({ signal, sharer })
    try {
      const file = await soundOf(media, signal)
      requireSound(file, this.#maxSeconds)
      const found = await this.#requireSpeech(hints.model ?? undefined)
      const languageCode = hints.languageCode ?? onlyLanguage(found)
      const heard = await this.#run(
        found,
        { ...wholeFile, sound: this.#toDecode(media, file), languageCode, speakerCount: hints.speakerCount ?? null },
        signal,
        { model: hints.model ?? undefined, onHeard: (seconds) => file.seconds && onProgress?.(seconds / file.seconds) },
      )
      return toTranscription(heard, found.models, languageCode, hints)
    } finally {
      this.#queue.leave(sharer)
    }
  }

  readonly hearVoices: HearVoices = async (media, spans, signal, sharer) => {
    await this.#queue.enter({ signal, sharer })
    try {
      const found = await this.#requireSpeech()
      if (!found.models.speakers) return []
      const sound = this.#toDecode(media, await soundOf(media, signal))
      const { voices } = await this.#run(found, { ...wholeFile, sound, spans }, signal)
      return withModel(voices, found.models)
    } finally {
      this.#queue.leave(sharer)
    }
  }

  /** Without waiting, so that it delays a recording by one piece at most. */
  readonly hearLive: HearLive = async (path, fromSeconds, signal) => {
    if (this.#isHearingLive || !this.#queue.tryEnter()) return null
    this.#isHearingLive = true
    try {
      const found = await this.#requireSpeech()
      const file = await soundOf({ path }, signal)
      const length = file.seconds ?? 0
      const { liveFrom, isCut } = liveStart(length, fromSeconds)
      if (length - liveFrom < 1) return { segments: [], until: fromSeconds, isCut }
      const sound = { ...this.#toDecode({ path }, file), from: liveFrom }
      const task = { ...wholeFile, sound, languageCode: onlyLanguage(found), isLive: true }
      const { turns, seconds } = await this.#run(found, task, signal)
      return { segments: turns.map(({ text, start, end }) => ({ text, start, end })), until: seconds, isCut }
    } finally {
      this.#isHearingLive = false
      this.#queue.leave()
    }
  }

  #toDecode({ path }: { path: string }, { tracks }: Sound): SoundToDecode {
    return { path, tracks, maxSeconds: this.#maxSeconds }
  }

  /** Looks the models up when it is its turn, because they come and go. */
  async #requireSpeech(model?: string): Promise<FoundSpeech> {
    const found = await this.#speech.findSpeech(model)
    if (!found) throw new NoTranscriberError()
    return found
  }

  /** @throws {EngineError} retryable if the models were replaced meanwhile: the next try has the new ones */
  async #run(
    found: FoundSpeech,
    task: SpeechTask,
    signal: AbortSignal,
    { model, onHeard }: { model?: string | undefined; onHeard?: (seconds: number) => void } = {},
  ): Promise<SpeechResult> {
    const { threads, limits, findSpeech } = this.#speech
    try {
      await this.#verifyOnce(found, signal)
      const order = { ...task, models: found.models, threads, maxMemoryBytes: memoryOf(found.bytes) }
      if (task.isLive) return await this.#live.hear(order, found.version, signal)
      return await runSpeech(order, limits, signal, onHeard)
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      // One that is heard while it grows is finished at any moment, and its file goes to the store of media.
      const isFinished = task.isLive && !existsSync(task.sound.path)
      if (!isFinished) this.#log.warn({ kind: 'local', reason: reasonOf(error) }, 'A transcription failed')
      const isReplaced = (await findSpeech(model))?.version !== found.version
      throw isReplaced ? new EngineError(error.message, { retryable: true, cause: error }) : error
    }
  }

  async #verifyOnce({ version, verify }: FoundSpeech, signal: AbortSignal): Promise<void> {
    if (version === this.#verified) return
    const faults = await verify(signal)
    if (faults.length > 0) {
      this.#log.warn({ faults }, 'A speech model is damaged; see minutebook models verify')
      throw new EngineError('The speech model of this server is damaged', { retryable: false })
    }
    this.#verified = version
  }
}

/** What the process heard, as a transcript with its speakers named as the hints say. */
function toTranscription(
  { turns, voices, channels, seconds }: SpeechResult,
  models: SpeechModels,
  languageCode: string | null,
  hints: TranscriptionHints,
): Transcription {
  const segments = turns.flatMap((turn) => splitIntoSentences(turn))
  const language = languageCode ?? spokenLanguage(turns.filter(({ text }) => text !== notUnderstood))
  const heard = readTranscription({ language, duration: seconds, segments }, seconds)!
  const named = voices.map((voice) => ({ ...voice, speaker: plainName(voice.speaker) }))
  return {
    ...joinParts([{ ...heard, startSeconds: 0 }], 0, hints, seconds),
    voices: withModel(named, models),
    ...(channels && { channels: new Map(channels.map(({ speaker, channel }) => [plainName(speaker), channel])) }),
  }
}

const onlyLanguage = ({ models }: FoundSpeech) => (/\.en\b/.test(models.name) ? 'en' : null)

const withModel = (voices: HeardVoice[], { speakers }: SpeechModels) =>
  voices.map((voice) => ({ ...voice, model: speakers!.name }))
