/** When a message that failed is tried again. *Pure.* */

/**
 * @param failures       attempts failed so far, from 1
 * @param delaysSeconds  before each retry: 7 delays give 8 attempts
 * @param failedAt       the end of the attempt that failed
 * @returns the time of the next attempt, or null when none is left
 * @see spec 3.5 (8 attempts, 99 305 s in all), decision 36 on failed webhooks
 */
export function nextAttempt(failures: number, delaysSeconds: readonly number[], failedAt: Date): Date | null {
  const delay = delaysSeconds[failures - 1]
  return delay === undefined ? null : new Date(failedAt.getTime() + delay * 1_000)
}
