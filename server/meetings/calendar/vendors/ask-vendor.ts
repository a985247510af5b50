/** Sends one request to a vendor's calendar service and reads its JSON. */
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { OutboundError } from '../../../platform/outbound/outbound-error.ts'
import type { AnswerHeaders } from '../../../platform/outbound/retry-after.ts'
import { toStorable } from '../../../platform/text.ts'
import { ProviderError, Unavailable } from './provider.ts'

export type VendorRequest = {
  /** The vendor's name, for error messages: `Google`. */
  vendor: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  token: string
  headers?: Record<string, string>
  body?: object
}

/** `json` is empty if the answer has no JSON object, as that of a proxy may. */
export type VendorAnswer = { status: number; headers: AnswerHeaders; json: Record<string, unknown> }

// A page of a busy calendar has some hundred kilobytes.
const [timeoutSeconds, maxBytes] = [30, 33_554_432]

/** @throws {ProviderError} there is no answer, or a success that cannot be read */
export async function askVendor(
  outbound: Pick<Outbound, 'request'>,
  url: string,
  { vendor, method, token, headers, body }: VendorRequest,
): Promise<VendorAnswer> {
  const outgoing = {
    what: `${vendor} URL`,
    method,
    headers: {
      ...headers,
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    timeoutSeconds,
    maxBytes,
  }
  const answer = await outbound.request(url, outgoing).catch((error: unknown) => {
    if (error instanceof OutboundError) throw new Unavailable(`${vendor} could not be asked`, { cause: error })
    throw error
  })
  const { status, truncated, body: bytes } = answer
  if (truncated) throw new ProviderError(`${vendor} gave an answer of more than ${maxBytes} bytes`)
  const json = parseObject(bytes.toString('utf8'))
  if (json === null && status < 300 && bytes.length > 0)
    throw new ProviderError(`${vendor} gave an answer that cannot be read`)
  return { status, headers: answer.headers, json: json ?? {} }
}

/** Titles that were cut in the middle of an emoji are usual, and strangers write what they like. */
function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text, (_key, each) => (typeof each === 'string' ? toStorable(each) : each))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
