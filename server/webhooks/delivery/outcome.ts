/** The outcome of an attempt, and the policy for failures. *Pure.* */
import type { Claimed } from './claim.ts'

export type Outcome = {
  message: Pick<Claimed, 'workspace_id' | 'id' | 'webhook_id' | 'claim' | 'attempts' | 'failures' | 'manual' | 'url'>
  sentAt: Date
  endedAt: Date
  /** Null where no answer came. */
  statusCode: number | null
  /** Why no answer came, in a sentence. */
  error: string | null
  responseBody: string | null
}

export type RetryPolicy = {
  delaysSeconds: readonly number[]
  /** Seconds of failing after which administrators are notified. */
  failingAfterSeconds: number
  /** Seconds of failing after which the webhook is disabled: `failed`. */
  disableAfterSeconds: number
}

export const isSuccess = ({ statusCode }: Outcome) => statusCode !== null && statusCode >= 200 && statusCode <= 299
