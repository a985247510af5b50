/** Converts failed requests to users' addresses into engine errors. */
import { OutboundError } from '../platform/outbound/outbound-error.ts'
import { lowerFirst } from '../platform/text.ts'
import { EngineError } from './engines.ts'

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

type Headers = Record<string, string | string[] | undefined>
export type Refused = { status: number; headers: Headers; body: Buffer | string }

/** The error for a response that is no success; retryable if the server is busy or failed. */
export function refusal(server: string, { status, headers }: Pick<Refused, 'status' | 'headers'>): EngineError {
  const retryable = status === 408 || status === 425 || status === 429 || status >= 500
  return new EngineError(`${server} answered ${status}`, { retryable, retryAfterSeconds: readRetryAfter(headers) })
}

/** Seconds to wait. A date is compared with the answer's own `Date`, so the clocks need not agree. */
export function readRetryAfter(headers: Headers): number | null {
  const wanted = String([headers['retry-after']].flat()[0] ?? '').trim()
  if (/^\d{1,9}$/.test(wanted)) return Number(wanted)
  if (!/^[a-z]{3}/i.test(wanted)) return null
  const seconds = (Date.parse(wanted) - Date.parse(String(headers.date))) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null
}
