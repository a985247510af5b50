/** Transcribes on this machine: a process for each recording, a few at a time. */
import { FairQueue } from '../../../platform/fair-queue.ts'
import { EngineError, type EngineLog, type Transcriber } from '../../engines.ts'
import { joinParts, plainName } from '../../transcribe/join-parts.ts'
import { readTranscription, splitIntoSentences } from '../../transcribe/read-transcription.ts'
import type { SpeechModels } from './messages.ts'
import { runSpeech, type SpeechLimits } from './run-speech.ts'
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

  return {
    async transcribe({ path }, hints, signal) {
      await queue.enter({ signal })
      try {
        await verifyOnce(signal)
        const { models, threads, limits } = speech
        const languageCode = hints.languageCode ?? (/\.en\b/.test(models.name) ? 'en' : null)
        const people = hints.people ?? { exactly: null, atMost: null }
        const order = { path, models, languageCode, people, threads, maxMemoryBytes: memoryOf(speech.bytes) }
        const { turns, voices, seconds } = await runSpeech(order, limits, signal)
        const segments = turns.flatMap((turn) => splitIntoSentences(turn))
        const heard = readTranscription(
          { language: languageCode ?? spokenLanguage(turns), duration: seconds, segments },
          seconds,
        )!
        const joined = joinParts([{ ...heard, startSeconds: 0 }], 0, hints, seconds)
        return { ...joined, voices: voices.map((voice) => ({ ...voice, speaker: plainName(voice.speaker) })) }
      } catch (error) {
        if (error instanceof EngineError) {
          const reason = [error.message, (error.cause as Error | undefined)?.message].filter(Boolean).join(': ')
          log.warn({ kind: 'local', reason }, 'A transcription failed')
        }
        throw error
      } finally {
        queue.leave()
      }
    },
  }
}
