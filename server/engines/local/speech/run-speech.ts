/** Starts a speech process for one recording and waits for what it heard. */
import { fork } from 'node:child_process'
import { EngineError } from '../../engines.ts'
import type { SpeechFailure, SpeechOrder, SpeechReport } from './messages.ts'

export type SpeechResult = Extract<SpeechReport, { done: true }>

export type SpeechLimits = {
  /** Of the whole recording. */
  seconds: number
  /** Without a sign of life. */
  silentSeconds: number
}

const maxErrorCharacters = 2_000
const program = new URL('./speech-process.ts', import.meta.url)

/**
 * @throws {EngineError} it failed, died, or took too long
 * @throws the signal's reason if it aborts; the process is killed
 */
export async function runSpeech(order: SpeechOrder, limits: SpeechLimits, signal: AbortSignal): Promise<SpeechResult> {
  signal.throwIfAborted()
  // A group of its own: ffmpeg ends with it, and Ctrl+C at a terminal reaches only the service.
  const child = fork(program, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], detached: true })
  const { promise, resolve, reject } = Promise.withResolvers<SpeechResult>()
  const tooLate = () => reject(new EngineError('The transcription took too long', { retryable: true }))
  const timers = [setTimeout(tooLate, limits.seconds * 1_000), setTimeout(tooLate, limits.silentSeconds * 1_000)]
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  let problem = ''
  child.stderr!.on('data', (text: Buffer) => (problem = (problem + text).slice(-maxErrorCharacters)))
  child.on('message', (report: SpeechReport) => {
    timers[1]!.refresh()
    if ('done' in report) resolve(report)
    else if ('failed' in report) reject(errorOf(report))
  })
  child.once('error', (error) => reject(died(error)))
  child.once('close', (code, name) => reject(died(new Error(`It ended with ${name ?? code}. ${problem}`))))
  try {
    child.send(order)
    return await promise
  } finally {
    timers.forEach(clearTimeout)
    signal.removeEventListener('abort', onAbort)
    killGroup(child.pid)
  }
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

const died = (cause: Error) =>
  new EngineError('The speech model stopped before the recording was transcribed', { retryable: true, cause })

const sentences: Record<SpeechFailure, { sentence: string; retryable: boolean }> = {
  'no sherpa': { sentence: 'There is no build of sherpa-onnx-node for this machine', retryable: false },
  'no ffmpeg': { sentence: 'Recordings cannot be decoded: the server has no ffmpeg', retryable: false },
  'no sound': { sentence: 'The media has no sound that could be read', retryable: false },
  models: { sentence: 'The speech model cannot be read', retryable: false },
  memory: { sentence: 'The speech model needed more memory than it may have', retryable: true },
}

function errorOf({ failed, cause }: { failed: SpeechFailure; cause: string }): EngineError {
  const { sentence, retryable } = sentences[failed]
  return new EngineError(sentence, { retryable, cause: new Error(cause) })
}
