/** What came of an attempt, and what follows from it. *Pure.* */
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
  /** After so long a time of failing administrators are told, and then the webhook is failed. */
  failingAfterSeconds: number
  disableAfterSeconds: number
}

export const isSuccess = ({ statusCode }: Outcome) => statusCode !== null && statusCode >= 200 && statusCode <= 299
