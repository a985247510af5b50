/** The outcome of an attempt, and the policy for failures. *Pure.* */
import type { Claimed } from './claim.ts'

export type Outcome = {
  message: Pick<
    Claimed,
    'workspace_id' | 'id' | 'webhook_id' | 'claim' | 'attempts' | 'failures' | 'manual' | 'url' | 'chat' | 'secret'
  >
  sentAt: Date
  endedAt: Date
  /** Null where no answer came. */
  statusCode: number | null
  /** Why no answer came, in a sentence. */
  error: string | null
  responseBody: string | null
  /** Not before this moment, if the chat said so. */
  retryAfter?: Date | null
}

export type RetryPolicy = {
  delaysSeconds: readonly number[]
  /** Seconds of failing after which administrators are notified. */
  failingAfterSeconds: number
  /** Seconds of failing after which the webhook is disabled: `failed`. */
  disableAfterSeconds: number
}

/** Answers of Slack, Teams and Mattermost with other statuses than 404 and 410. */
const goneErrors = /no_service|WorkflowTriggerIsNotEnabled|web\.incoming_webhook\.invalid\.app_error/

/** Whether a chat says that its webhook was removed there. A program may answer 404 for a moment. */
export function isGone({ message: { chat }, statusCode, responseBody }: Outcome): boolean {
  if (chat === null || statusCode === null || statusCode < 400 || statusCode > 499) return false
  return statusCode === 410 || (chat !== 'generic' && (statusCode === 404 || goneErrors.test(responseBody ?? '')))
}

export const isSuccess = ({ statusCode }: Outcome) => statusCode !== null && statusCode >= 200 && statusCode <= 299
