/** Jobs of transcription services that take a while: looked at until they are done, read, and deleted. */
import { setTimeout as sleep } from 'node:timers/promises'
import { requireOk, said } from '../call-back-end.ts'
import { EngineError, type EngineLog } from '../engines.ts'
import { askService, name, readAnswer, unreadable } from './ask-service.ts'
import { type Fields, isFields, type Transcribed } from './read-transcription.ts'
import type { SttService } from './services.ts'

const DELETE_SECONDS = 10
const MOST_PAUSE_SECONDS = 15
const MOST_WAIT_SECONDS = 60
/** Failed looks in a row after which a job is given up. */
const MOST_FAILED_LOOKS = 5

export type Job = {
  /** The address to query and to delete the job. */
  path: string
  /** Its `status` when it is done; `error` is that of one that failed. */
  done: string
  failure(job: Fields): EngineError
  /** @returns null for an unknown shape */
  read(job: Fields): Transcribed | null
}

/** Nothing of a job is left at the service, whatever became of it. @throws {EngineError} */
export async function followJob(
  { service, log }: { service: SttService; log: EngineLog },
  { path, done, failure, read }: Job,
  signal: AbortSignal,
): Promise<Transcribed> {
  const look = async (signal: AbortSignal) => {
    const job = readAnswer(service, await askService(service, { method: 'GET', path }, signal))
    if (!isFields(job)) throw unreadable()
    if (job.status === 'error') throw failure(job)
    return job.status === done ? job : null
  }
  try {
    const transcribed = read(await waitForJob(service, look, signal))
    if (!transcribed) throw unreadable()
    return transcribed
  } finally {
    await forgetJob(service, path, log)
  }
}

/**
 * Looks at a job until it is done. A look that fails does not lose the job, which is paid for.
 * @param look  returns null while there is nothing yet
 * @throws {EngineError} retryable: not done in time, or five looks in a row failed
 */
async function waitForJob<Result>(
  { pauseSeconds, timeoutSeconds }: SttService,
  look: (signal: AbortSignal) => Promise<Result | null>,
  signal: AbortSignal,
): Promise<Result> {
  const deadline = AbortSignal.timeout(timeoutSeconds * 1_000)
  const either = AbortSignal.any([signal, deadline])
  let failed = 0
  try {
    for (let pause = pauseSeconds; ; pause = Math.min(pause * 1.5, MOST_PAUSE_SECONDS)) {
      let seconds = pause
      try {
        const result = await look(either)
        if (result !== null) return result
        failed = 0
      } catch (error) {
        if (!(error instanceof EngineError) || !error.retryable || ++failed === MOST_FAILED_LOOKS) throw error
        seconds = Math.min(error.retryAfterSeconds ?? pause, MOST_WAIT_SECONDS)
      }
      await sleep(seconds * 1_000, undefined, { signal: either })
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!deadline.aborted) throw error
    throw new EngineError(`${name} did not finish within ${timeoutSeconds} s`, { retryable: true })
  }
}

/** @throws {EngineError} what the service said of a job that failed goes to the log only */
export function failedJob({ apiKey }: SttService, reason: unknown, retryable = false): EngineError {
  const cause = said(typeof reason === 'string' ? reason : '', apiKey)
  return new EngineError(`${name} could not transcribe the media`, { retryable, cause })
}

/** Deletes media and transcript there, also of a job that failed. That it cannot be done fails nothing, but is logged. */
async function forgetJob(service: SttService, path: string, log: EngineLog): Promise<void> {
  try {
    // Also when the process stops: not the signal of the job, but a short time.
    const answer = await askService(service, { method: 'DELETE', path }, AbortSignal.timeout(DELETE_SECONDS * 1_000))
    requireOk(answer, { name, key: service.apiKey })
  } catch (error) {
    const reason = error instanceof EngineError ? error.message : 'it did not answer in time'
    log.warn({ kind: service.kind, reason }, 'The transcription service may still have the media of an upload')
  }
}
