/** Transcribes on this machine: a process for each recording, a few at a time. */
import { FairQueue } from '../../../platform/fair-queue.ts'
import { EngineError, type EngineLog, type SpeakerCount, type Transcriber } from '../../engines.ts'
import { joinParts, plainName } from '../../transcribe/join-parts.ts'
import { readTranscription, splitIntoSentences } from '../../transcribe/read-transcription.ts'
import type { HeardVoice, SpeechModels, SpeechOrder } from './messages.ts'
import { runSpeech, type SpeechLimits, type SpeechResult } from './run-speech.ts'
import { spokenLanguage } from './spoken-language.ts'

export type LocalSpeech = {
  models: SpeechModels
  /** Compares the files with their digests. @returns what is wrong, as sentences */
  verify(signal: AbortSignal): Promise<string[]>
  bytes: number
  processes: number
  threads: number
  limits: SpeechLimits
}

type Task = Pick<SpeechOrder, 'path' | 'languageCode' | 'people' | 'spans'>

const open: SpeakerCount = { exactly: null, atMost: null }

/** A model is read into memory and needs more to compute; 28 s of sound need little beside. */
const memoryOf = (modelBytes: number) => 3 * modelBytes + 1_500_000_000

export function openLocalTranscriber(speech: LocalSpeech, log: EngineLog): Transcriber {
  const queue = new FairQueue({ slots: speech.processes, maxWaiting: Infinity })
  let isVerified = false

  async function verifyOnce(signal: AbortSignal): Promise<void> {
    if (isVerified) return
    const faults = await speech.verify(signal)
    if (faults.length > 0) {
      log.warn({ faults }, 'A speech model is damaged; see minutebook models verify')
      throw new EngineError('The speech model of this server is damaged', { retryable: false })
    }
    isVerified = true
  }

  /** Runs a process when it is its turn. */
  async function run(order: Task, signal: AbortSignal): Promise<SpeechResult> {
    await queue.enter({ signal })
    try {
      await verifyOnce(signal)
      const { models, threads, limits } = speech
      return await runSpeech({ ...order, models, threads, maxMemoryBytes: memoryOf(speech.bytes) }, limits, signal)
    } catch (error) {
      if (error instanceof EngineError) {
        const reason = [error.message, (error.cause as Error | undefined)?.message].filter(Boolean).join(': ')
        log.warn({ kind: 'local', reason }, 'A transcription failed')
      }
      throw error
    } finally {
      queue.leave()
    }
  }

  const { speakers, name } = speech.models
  const withModel = (voices: HeardVoice[]) => voices.map((voice) => ({ ...voice, model: speakers!.name }))
  return {
    async transcribe({ path }, hints, signal) {
      const languageCode = hints.languageCode ?? (/\.en\b/.test(name) ? 'en' : null)
      const { turns, voices, seconds } = await run(
        { path, languageCode, people: hints.people ?? open, spans: null },
        signal,
      )
      const segments = turns.flatMap((turn) => splitIntoSentences(turn))
      const language = languageCode ?? spokenLanguage(turns)
      const heard = readTranscription({ language, duration: seconds, segments }, seconds)!
      const joined = joinParts([{ ...heard, startSeconds: 0 }], 0, hints, seconds)
      return { ...joined, voices: withModel(voices).map((voice) => ({ ...voice, speaker: plainName(voice.speaker) })) }
    },
    ...(speakers && {
      async hearVoices({ path }, spans, signal) {
        return withModel((await run({ path, languageCode: null, people: open, spans }, signal)).voices)
      },
    }),
  }
}
