/** Sends requests to services that answer with JSON. */
import { EngineError } from '../../../platform/errors.ts'
import { findExcess } from '../../../platform/http/count-json.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { explain, type Refused, refusal } from '../../engines/shared/request-failures.ts'
import { maxUploadValues } from '../../uploads/read-upload.ts'

export type Json = Record<string, unknown>

export type JsonRequest = {
  /** Name of the service, for error messages: `Google`. */
  service: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  headers: Record<string, string>
  body?: string
  /** Of the answer. */
  maxBytes?: number
  timeoutSeconds?: number
  /** Explains a response that is neither a success nor a 404. */
  refused?(answer: Refused): EngineError
}

// A page of a transcript has a hundred entries.
const [usualSeconds, usualBytes] = [30, 4_194_304]

/**
 * A 403 is not retried, because a new permission may take half an hour to apply, and retries do not wait that long.
 * @returns null for a 404
 * @throws {EngineError} `retryable` says whether a retry may help
 */
export async function requestBytes(
  outbound: Pick<Outbound, 'request'>,
  url: string,
  {
    service,
    maxBytes = usualBytes,
    timeoutSeconds = usualSeconds,
    refused = (answer) => refusal(service, answer),
    ...sent
  }: JsonRequest,
): Promise<Buffer | null> {
  const outgoing = { what: `${service} URL`, ...sent, timeoutSeconds, maxBytes }
  const answer = await outbound.request(url, outgoing).catch((error) => {
    throw explain(`${service} could not be asked`, error)
  })
  const { status, body, truncated } = answer
  if (status === 404) return null
  if (status < 200 || status > 299) throw refused(answer)
  if (truncated) throw new EngineError(`${service} gave more than ${maxBytes} bytes`, { retryable: false })
  return body
}

/** @returns null for a 404 @throws {EngineError} as for bytes */
export async function requestJson(
  outbound: Pick<Outbound, 'request'>,
  url: string,
  request: JsonRequest,
): Promise<Json | null> {
  const { service } = request
  const body = await requestBytes(outbound, url, request)
  if (body === null) return null
  requireLimits(service, body)
  try {
    const found = JSON.parse(body.toString('utf8'))
    if (typeof found === 'object' && found !== null) return found
  } catch {}
  throw new EngineError(`${service} gave an answer that cannot be read`, { retryable: true })
}

/** Of an answer. Five MiB of empty objects would take the worker half a second. */
const most = { depth: 64, values: maxUploadValues }

function requireLimits(service: string, body: Buffer): void {
  const excess = findExcess(body, most)
  if (excess === null) return
  const how =
    excess === 'depth' ? `that nests deeper than ${most.depth} levels` : `with more than ${most.values} values`
  throw new EngineError(`${service} gave an answer ${how}`, { retryable: false })
}
