/** When work that failed is tried again (decision 29a). *Pure.* */
import { EngineError } from './errors.ts'

const maxRetryAfterSeconds = 3_600

/**
 * @param failures  before this one
 * @param delaysSeconds  after each temporary failure
 * @returns not before the back end allows it, if it says so, but within an hour; null if it is not tried again
 */
export function nextTry(error: unknown, failures: number, delaysSeconds: number[], now: Date): Date | null {
  const { retryable, retryAfterSeconds } =
    error instanceof EngineError ? error : { retryable: true, retryAfterSeconds: null }
  const delaySeconds = delaysSeconds[failures]
  if (!retryable || delaySeconds === undefined) return null
  const seconds = Math.max(delaySeconds, Math.min(retryAfterSeconds ?? 0, maxRetryAfterSeconds))
  return new Date(now.getTime() + seconds * 1_000)
}
