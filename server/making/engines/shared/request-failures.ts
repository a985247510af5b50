/** Converts failed requests to users' addresses into engine errors. */
import { EngineError } from '../../../platform/errors.ts'
import { OutboundError } from '../../../platform/outbound/outbound-error.ts'
import { type AnswerHeaders, readRetryAfter } from '../../../platform/outbound/retry-after.ts'
import { lowerFirst } from '../../../platform/text.ts'

const retryableReasons = new Set(['name', 'connection', 'proxy', 'certificate', 'protocol', 'time'])

/**
 * A message about an address already says which address. Any other message gets `failed` in front.
 * @param failed  such as `The media could not be fetched`
 * @returns any other error as it is
 */
export function explain(failed: string, error: unknown): unknown {
  if (!(error instanceof OutboundError)) return error
  const ofAddress = error.reason === 'url' || error.reason === 'private'
  const sentence = ofAddress ? error.message : `${failed}: ${lowerFirst(error.message)}`
  return new EngineError(sentence, { retryable: retryableReasons.has(error.reason), cause: error })
}

export type Refused = { status: number; headers: AnswerHeaders; body: Buffer | string }

/** The error for a response that is no success; retryable if the server is busy or failed. */
export function refusal(server: string, { status, headers }: Pick<Refused, 'status' | 'headers'>): EngineError {
  const retryable = status === 408 || status === 425 || status === 429 || status >= 500
  return new EngineError(`${server} answered ${status}`, { retryable, retryAfterSeconds: readRetryAfter(headers) })
}
