/** Starts a speech process for one recording and waits for what it heard. */
import { EngineError } from '../../../../platform/errors.ts'
import { longerThanItSays } from '../../transcribe/sound-of-media.ts'
import { OwnProcess } from '../own-process.ts'
import type { SpeechFailure, SpeechOrder, SpeechReport } from './messages.ts'

export type SpeechResult = Extract<SpeechReport, { done: true }>

export type SpeechLimits = {
  /** Of the whole recording. */
  seconds: number
  /** Without a sign of life. */
  silentSeconds: number
}

const program = new URL('./speech-process.ts', import.meta.url)

/**
 * @throws {EngineError} it failed, died, or took too long
 * @throws the signal's reason if it aborts; the process is killed
 */
export async function runSpeech(
  order: SpeechOrder,
  limits: SpeechLimits,
  signal: AbortSignal,
  onHeard: (seconds: number) => void = () => {},
): Promise<SpeechResult> {
  signal.throwIfAborted()
  using child = openSpeech()
  return await askSpeech(child, order, limits, signal, onHeard)
}

export const openSpeech = () => new OwnProcess(program)

/** The same, of a process that lives on. */
export async function askSpeech(
  child: OwnProcess,
  order: SpeechOrder,
  limits: SpeechLimits,
  signal: AbortSignal,
  onHeard: (seconds: number) => void = () => {},
): Promise<SpeechResult> {
  const tooLate = new EngineError('The transcription took too long', { retryable: true })
  return await child.run<SpeechReport, SpeechResult>(order, {
    ...limits,
    signal,
    sentences: { tooLate, died: 'The speech model stopped before the recording was transcribed' },
    read(report) {
      if ('failed' in report) throw errorOf(report)
      if ('done' in report) return report
      onHeard(report.heardSeconds)
      return undefined
    },
  })
}

const sentences: Record<SpeechFailure, { sentence: string; retryable: boolean }> = {
  'no sherpa': { sentence: 'There is no build of sherpa-onnx-node for this machine', retryable: false },
  'no ffmpeg': { sentence: 'Recordings cannot be decoded: the server has no ffmpeg', retryable: false },
  'no sound': { sentence: 'The media has no sound', retryable: false },
  unreadable: {
    sentence: 'The media could not be decoded: it is damaged, protected or of an unknown kind',
    retryable: false,
  },
  'too long': { sentence: longerThanItSays, retryable: false },
  models: { sentence: 'The speech model cannot be read', retryable: false },
  memory: { sentence: 'The speech model needed more memory than it may have', retryable: true },
}

function errorOf({ failed, cause }: { failed: SpeechFailure; cause: string }): EngineError {
  const { sentence, retryable } = sentences[failed]
  return new EngineError(sentence, { retryable, cause: new Error(cause) })
}
