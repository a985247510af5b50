/** A request to a service that answers with JSON. */
import { EngineError } from '../engines/engines.ts'
import type { Outbound } from '../platform/outbound/outbound.ts'
import { OutboundError } from '../platform/outbound/outbound-error.ts'
import { explain } from '../recordings/media/fetch-media.ts'

export type Json = Record<string, unknown>

export type Question = {
  /** Whose it is, for error sentences: `Google`. */
  service: string
  method: 'GET' | 'POST' | 'PATCH'
  headers: Record<string, string>
  body?: string
}

// A page of a transcript has a hundred entries.
const [timeoutSeconds, maxBytes] = [30, 4_194_304]

/** @returns null for a 404 @throws {EngineError} with whether trying again may help */
export async function askJson(
  outbound: Pick<Outbound, 'request'>,
  url: string,
  { service, ...sent }: Question,
): Promise<Json | null> {
  const outgoing = { what: `${service} URL`, ...sent, timeoutSeconds, maxBytes }
  const answer = await outbound.request(url, outgoing).catch((error) => {
    throw error instanceof OutboundError ? explain(error) : error
  })
  const { status, headers, body, truncated } = answer
  if (status === 404) return null
  if (status < 200 || status > 299) throw refusal(service, status, headers['retry-after'])
  try {
    const found = JSON.parse(body.toString('utf8'))
    if (!truncated && typeof found === 'object' && found !== null) return found
  } catch {}
  throw new EngineError(`${service} gave an answer that cannot be read`, { retryable: true })
}

/** Permissions that an administrator gives take up to half an hour, longer than is waited here. */
function refusal(service: string, status: number, retryAfter: string | string[] | undefined): EngineError {
  const seconds = Number([retryAfter].flat()[0])
  const retryable = status === 408 || status === 429 || status >= 500
  const retryAfterSeconds = Number.isInteger(seconds) && seconds > 0 ? seconds : null
  return new EngineError(`${service} answered ${status}`, { retryable, retryAfterSeconds })
}

/** What was told of may take a while to be there. */
export function requireThere<T>(found: T | null): T {
  if (found) return found
  throw new EngineError('The recording is not there', { retryable: true })
}
