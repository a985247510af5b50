/** Polls a job of a transcription service until it is done, reads its result and deletes it. */

import { setTimeout as sleep } from 'node:timers/promises'
import { EngineError } from '../../../platform/errors.ts'
import type { EngineLog } from '../shared/engines.ts'
import { logCause, requireOk } from '../shared/request-back-end.ts'
import { type AnswerFields, isFields } from './answer-fields.ts'
import type { Transcribed } from './read-transcription.ts'
import { readAnswer, requestService, serviceName, unreadable } from './request-service.ts'
import type { SttService } from './services.ts'

const deleteSeconds = 10
const maxPauseSeconds = 15
const maxWaitSeconds = 60
/** A job is given up after this number of failed polls in a row. */
const maxFailedPolls = 5

export type Job = {
  /** Where the job is polled and deleted. */
  path: string
  /** The `status` of a finished job; that of a failed job is `error`. */
  done: string
  failure(job: AnswerFields): EngineError
  /** @returns null for an unknown shape */
  read(job: AnswerFields): Transcribed | null
}

/** Deletes the job at the service also if it fails. @throws {EngineError} */
export async function followJob(
  { service, log }: { service: SttService; log: EngineLog },
  { path, done, failure, read }: Job,
  signal: AbortSignal,
): Promise<Transcribed> {
  const poll = async (signal: AbortSignal) => {
    const job = readAnswer(service, await requestService(service, { method: 'GET', path }, signal))
    if (!isFields(job)) throw unreadable()
    if (job.status === 'error') throw failure(job)
    return job.status === done ? job : null
  }
  try {
    const transcribed = read(await waitForJob(service, poll, signal))
    if (!transcribed) throw unreadable()
    return transcribed
  } finally {
    await deleteJob(service, path, log)
  }
}

/**
 * Polls a job until it is done. A failed poll does not give up the job, because it is already paid for.
 * @param poll  returns null until the job is done
 * @throws {EngineError} retryable: not done in time, or five polls in a row failed
 */
async function waitForJob<Result>(
  { pauseSeconds, timeoutSeconds }: SttService,
  poll: (signal: AbortSignal) => Promise<Result | null>,
  signal: AbortSignal,
): Promise<Result> {
  const deadline = AbortSignal.timeout(timeoutSeconds * 1_000)
  const either = AbortSignal.any([signal, deadline])
  let failed = 0
  try {
    for (let pause = pauseSeconds; ; pause = Math.min(pause * 1.5, maxPauseSeconds)) {
      let seconds = pause
      try {
        const result = await poll(either)
        if (result !== null) return result
        failed = 0
      } catch (error) {
        if (!(error instanceof EngineError) || !error.retryable || ++failed === maxFailedPolls) throw error
        seconds = Math.min(error.retryAfterSeconds ?? pause, maxWaitSeconds)
      }
      await sleep(seconds * 1_000, undefined, { signal: either })
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!deadline.aborted) throw error
    throw new EngineError(`${serviceName} did not finish within ${timeoutSeconds} s`, { retryable: true })
  }
}

/** @returns the error of a failed job; only the log gets the service's reason */
export function failedJob({ apiKey }: SttService, reason: unknown, retryable = false): EngineError {
  const cause = logCause(typeof reason === 'string' ? reason : '', apiKey)
  return new EngineError(`${serviceName} could not transcribe the media`, { retryable, cause })
}

/** Deletes the media and transcript at the service, also of a failed job. A failure is only logged. */
async function deleteJob(service: SttService, path: string, log: EngineLog): Promise<void> {
  try {
    // Not the job's signal but a short time limit, so that the job is also deleted when the process stops.
    const answer = await requestService(service, { method: 'DELETE', path }, AbortSignal.timeout(deleteSeconds * 1_000))
    requireOk(answer, { name: serviceName, key: service.apiKey })
  } catch (error) {
    const reason = error instanceof EngineError ? error.message : 'it did not answer in time'
    log.warn({ kind: service.kind, reason }, 'The transcription service may still have the media of an upload')
  }
}
