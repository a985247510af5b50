/** Transcribes on this machine: a process for each recording, a few at a time. */
import { EngineError } from '../../../../platform/errors.ts'
import { FairQueue } from '../../../../platform/fair-queue.ts'
import { type EngineLog, type LiveWords, noTranscriber, type Transcriber } from '../../shared/engines.ts'
import { joinParts, plainName } from '../../transcribe/join-parts.ts'
import { durationOf } from '../../transcribe/media-tools.ts'
import { readTranscription, splitIntoSentences } from '../../transcribe/read-transcription.ts'
import type { FindSpeech, FoundSpeech } from './find-speech.ts'
import { LiveSpeech, liveStart } from './live-speech.ts'
import type { HeardVoice, SpeechModels, SpeechOrder } from './messages.ts'
import { runSpeech, type SpeechLimits, type SpeechResult } from './run-speech.ts'
import { spokenLanguage } from './spoken-language.ts'

export type LocalSpeech = { findSpeech: FindSpeech; processes: number; threads: number; limits: SpeechLimits }

type Task = Pick<SpeechOrder, 'path' | 'languageCode' | 'speakerCount' | 'spans' | 'liveFrom'> & {
  model?: string | undefined
}

/** A model is read into memory and needs more to compute; 28 s of sound need little beside. */
const memoryOf = (modelBytes: number) => 3 * modelBytes + 1_500_000_000

export function openLocalTranscriber(speech: LocalSpeech, log: EngineLog): Transcriber {
  const queue = new FairQueue({ slots: speech.processes, maxWaiting: Infinity })
  const live = new LiveSpeech()
  let isHearing = false
  let verified = ''

  async function verifyOnce(found: FoundSpeech, signal: AbortSignal): Promise<void> {
    if (found.version === verified) return
    const faults = await found.verify(signal)
    if (faults.length > 0) {
      log.warn({ faults }, 'A speech model is damaged; see minutebook models verify')
      throw new EngineError('The speech model of this server is damaged', { retryable: false })
    }
    verified = found.version
  }

  async function runWith(
    found: FoundSpeech,
    { model, ...task }: Task,
    signal: AbortSignal,
    onHeard?: (seconds: number) => void,
  ): Promise<SpeechResult> {
    try {
      await verifyOnce(found, signal)
      const order = { ...task, models: found.models, threads: speech.threads, maxMemoryBytes: memoryOf(found.bytes) }
      if (task.liveFrom !== null) return await live.hear(order, found.version, signal)
      return await runSpeech(order, speech.limits, signal, onHeard)
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      const reason = [error.message, (error.cause as Error | undefined)?.message].filter(Boolean).join(': ')
      log.warn({ kind: 'local', reason }, 'A transcription failed')
      // The next try has the new models.
      const isReplaced = (await speech.findSpeech(model))?.version !== found.version
      throw isReplaced ? new EngineError(error.message, { retryable: true, cause: error }) : error
    }
  }

  /** Looks the models up when it is its turn. */
  async function inTurn<T>(work: (found: FoundSpeech) => Promise<T>, signal: AbortSignal, model?: string): Promise<T> {
    await queue.enter({ signal })
    try {
      const found = await speech.findSpeech(model)
      if (!found) throw new EngineError(noTranscriber, { retryable: false })
      return await work(found)
    } finally {
      queue.leave()
    }
  }

  /** Without waiting, so that it delays a recording by one piece at most. */
  async function hearLive(path: string, fromSeconds: number, signal: AbortSignal): Promise<LiveWords | null> {
    if (isHearing || !queue.tryEnter()) return null
    isHearing = true
    try {
      const found = await speech.findSpeech()
      if (!found) throw new EngineError(noTranscriber, { retryable: false })
      const length = (await durationOf({ path }, signal)) ?? 0
      const { liveFrom, isCut } = liveStart(length, fromSeconds)
      const task = { path, languageCode: onlyLanguage(found), speakerCount: null, spans: null, liveFrom }
      if (length - liveFrom < 1) return { segments: [], until: fromSeconds, isCut }
      const { turns, seconds } = await runWith(found, task, signal)
      return { segments: turns.map(({ text, start, end }) => ({ text, start, end })), until: seconds, isCut }
    } finally {
      isHearing = false
      queue.leave()
    }
  }

  return {
    hearLive,
    isReady: async (model) => (await speech.findSpeech(model)) !== null,
    transcribe: (media, hints, signal, onProgress = () => {}) => {
      const model = hints.model ?? undefined
      return inTurn(
        async (found) => {
          const languageCode = hints.languageCode ?? onlyLanguage(found)
          const speakerCount = hints.speakerCount ?? null
          const task = { path: media.path, languageCode, speakerCount, spans: null, liveFrom: null, model }
          const length = await durationOf(media, signal)
          const onHeard = (heard: number) => length && onProgress(heard / length)
          const { turns, voices, seconds } = await runWith(found, task, signal, onHeard)
          const segments = turns.flatMap((turn) => splitIntoSentences(turn))
          const language = languageCode ?? spokenLanguage(turns)
          const heard = readTranscription({ language, duration: seconds, segments }, seconds)!
          const joined = joinParts([{ ...heard, startSeconds: 0 }], 0, hints, seconds)
          const named = voices.map((voice) => ({ ...voice, speaker: plainName(voice.speaker) }))
          return { ...joined, voices: withModel(named, found.models) }
        },
        signal,
        model,
      )
    },
    hearVoices: ({ path }, spans, signal) =>
      inTurn(async (found) => {
        if (!found.models.speakers) return []
        const { voices } = await runWith(
          found,
          { path, languageCode: null, speakerCount: null, spans, liveFrom: null },
          signal,
        )
        return withModel(voices, found.models)
      }, signal),
  }
}

const onlyLanguage = ({ models }: FoundSpeech) => (/\.en\b/.test(models.name) ? 'en' : null)

const withModel = (voices: HeardVoice[], { speakers }: SpeechModels) =>
  voices.map((voice) => ({ ...voice, model: speakers!.name }))
