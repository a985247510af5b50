/** When a request is retried, and how long to wait before. */
import { MinutebookError } from './errors.ts'

/** A retry that is about to happen, for display. `error` is null if the service closed the connection regularly. */
export type Retry = { error: unknown; seconds: number }

/** Before each retry; the last one repeats. */
const pausesSeconds = [1, 2, 5, 10]
/** The longest `Retry-After` that is followed. */
const longestPauseSeconds = 3_600
/** Three minutes without any success. */
const maxFailures = 20

/** Errors without a response count as lost connections. */
export const isTemporary = (error: unknown) => !(error instanceof MinutebookError) || error.isTemporary

/** @param failures  in a row, 1 for the first */
export function pauseSeconds(failures: number, error: unknown): number {
  const asked = error instanceof MinutebookError ? error.retryAfterSeconds : null
  if (asked !== null) return Math.min(Math.max(asked, 1), longestPauseSeconds)
  return pausesSeconds[Math.min(failures, pausesSeconds.length) - 1]!
}

/** Ends early, without an error, when the signal is aborted. */
export function sleep(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, seconds * 1_000)
    signal?.addEventListener('abort', end)
  })
}

/**
 * Waits before the next try.
 * @throws the error if it is not temporary or was retried often enough; the signal's reason if it is aborted
 */
export async function pauseOrThrow(failures: number, error: unknown, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  if (!isTemporary(error) || failures > maxFailures) throw error
  await sleep(pauseSeconds(failures, error), signal)
  signal?.throwIfAborted()
}

/** For requests that may be sent twice. @throws what `pauseOrThrow` throws */
export async function retrying<Result>(attempt: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  for (let failures = 1; ; failures++) {
    try {
      return await attempt()
    } catch (error) {
      await pauseOrThrow(failures, error, signal)
    }
  }
}
