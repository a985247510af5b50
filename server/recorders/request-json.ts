/** Sends requests to services that answer with JSON. */
import { EngineError } from '../engines/engines.ts'
import { explain, type Refused, refusal } from '../engines/request-failures.ts'
import type { Outbound } from '../platform/outbound/outbound.ts'

export type Json = Record<string, unknown>

export type JsonRequest = {
  /** Name of the service, for error messages: `Google`. */
  service: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  headers: Record<string, string>
  body?: string
  /** Of the answer. */
  maxBytes?: number
  /** Explains a response that is neither a success nor a 404. */
  refused?(answer: Refused): EngineError
}

// A page of a transcript has a hundred entries.
const [timeoutSeconds, usualBytes] = [30, 4_194_304]

/**
 * A 403 is not retried, because a new permission may take half an hour to apply, and retries do not wait that long.
 * @returns null for a 404
 * @throws {EngineError} `retryable` says whether a retry may help
 */
export async function requestJson(
  outbound: Pick<Outbound, 'request'>,
  url: string,
  { service, maxBytes = usualBytes, refused = (answer) => refusal(service, answer), ...sent }: JsonRequest,
): Promise<Json | null> {
  const outgoing = { what: `${service} URL`, ...sent, timeoutSeconds, maxBytes }
  const answer = await outbound.request(url, outgoing).catch((error) => {
    throw explain(`${service} could not be asked`, error)
  })
  const { status, body, truncated } = answer
  if (status === 404) return null
  if (status < 200 || status > 299) throw refused(answer)
  if (truncated) throw new EngineError(`${service} gave more than ${maxBytes} bytes`, { retryable: false })
  try {
    const found = JSON.parse(body.toString('utf8'))
    if (typeof found === 'object' && found !== null) return found
  } catch {}
  throw new EngineError(`${service} gave an answer that cannot be read`, { retryable: true })
}
