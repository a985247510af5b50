/**
 * Sends requests to a transcription service or a language model. A request has one deadline, its answer a size limit, and
 * redirects are not followed. The operator sets these addresses and most are private, so they need not be public.
 */
import type { Readable } from 'node:stream'
import { type Dispatcher, request } from 'undici'
import { EngineError } from '../../../platform/errors.ts'
import { readRetryAfter } from '../../../platform/outbound/retry-after.ts'

export type BackEndRequest = {
  url: string
  /** The name in error messages: `The transcription service`. */
  name: string
  headers: Record<string, string>
  /** The secret in `headers`; it is removed from the log. */
  key: string
  /** POST if absent. */
  method?: 'POST' | 'GET' | 'DELETE'
  body?: string | Readable
  timeoutSeconds: number
  maxBytes: number
  /** Receives a successful answer of server-sent events part by part. */
  onEvents?: ((part: string) => void) | undefined
  /** Whether an answer with 5xx is about this request, so that it is returned like one with 4xx. */
  isRefusal?(answer: Answer): boolean
}

/** An answer that is neither 429, a failure of the server (5xx) nor a redirect. */
export type Answer = { status: number; text: string }

/**
 * @throws {EngineError} retryable: unreachable, too slow, too long, 408, 425, 429, 5xx; final: a redirect
 * @throws the reason of the signal, if it aborts the call
 */
export async function requestBackEnd(call: BackEndRequest, signal: AbortSignal): Promise<Answer> {
  const { name, timeoutSeconds } = call
  const deadline = AbortSignal.timeout(timeoutSeconds * 1_000)
  try {
    const answer = await send(call, AbortSignal.any([signal, deadline]))
    const { statusCode: status, headers } = answer
    const text = await readText(answer, call)
    if (status >= 300 && status < 400) {
      throw new EngineError(`${name} answered with a redirect`, { retryable: false })
    }
    if (isUnpaid({ status, text })) requireOk({ status: 402, text }, call)
    if (call.isRefusal?.({ status, text })) return { status, text }
    if (status >= 500 || [408, 425, 429].includes(status)) {
      const what = status === 429 ? 'has too much to do' : `had a fault (status ${status})`
      const retryAfterSeconds = readRetryAfter(headers)
      throw new EngineError(`${name} ${what}`, { retryable: true, retryAfterSeconds, cause: logCause(text, call.key) })
    }
    return { status, text }
  } catch (error) {
    if (error instanceof EngineError) throw error
    signal.throwIfAborted()
    if (deadline.aborted)
      throw new EngineError(`${name} did not answer within ${timeoutSeconds} s`, { retryable: true })
    throw new EngineError(`${name} could not be reached`, { retryable: true, cause: error })
  }
}

function send(
  { url, method = 'POST', headers, body }: BackEndRequest,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  // Hours of speech take long to transcribe, so only the deadline applies: the first byte may come late.
  return request(url, { method, headers, body: body ?? null, signal, headersTimeout: 0, bodyTimeout: 0 })
}

async function readText(
  { body, statusCode, headers }: Dispatcher.ResponseData,
  { name, maxBytes, onEvents }: BackEndRequest,
): Promise<string> {
  const isEvents = statusCode < 300 && /^text\/event-stream\b/i.test(String(headers['content-type']))
  const decoder = new TextDecoder()
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new EngineError(`${name} gave an answer without an end`, { retryable: true })
    chunks.push(chunk)
    if (isEvents) onEvents?.(decoder.decode(chunk, { stream: true }))
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** OpenAI and Anthropic say it with a status that has other meanings too; waiting does not help. */
const isUnpaid = ({ status, text }: Answer) =>
  status >= 400 && status < 500 && /insufficient_quota|billing_hard_limit|credit balance is too low/i.test(text)

/** @throws {EngineError} final, with our own message, because the back end's message may quote the key */
export function requireOk({ status, text }: Answer, { name, key }: Pick<BackEndRequest, 'name' | 'key'>): void {
  if (status >= 200 && status < 300) return
  const what = refusals[status] ?? `refused the request (status ${status})`
  throw new EngineError(`${name} ${what}`, { retryable: false, cause: logCause(text, key) })
}

const refusals: Record<number, string> = {
  401: 'did not accept its key',
  402: 'asks to be paid first',
  403: 'does not allow this with its key',
  404: 'was not found, or does not have the model',
  413: 'does not take a file of this size',
  415: 'does not take a file of this kind',
}

/** The back end's message, for the log. */
export function logCause(text: string, key: string): Error {
  return new Error((key ? text.replaceAll(key, '…') : text).slice(0, 500))
}

/** For the log: our sentence, and what the back end said. */
export const reasonOf = ({ message, cause }: EngineError) =>
  [message, (cause as Error | undefined)?.message].filter(Boolean).join(': ')

/** @throws {EngineError} retryable: the next answer may be readable (decision 29a on media and repeats) */
export function readJson({ text }: Answer, name: string): unknown {
  for (const candidate of [text, withoutNaN(text)]) {
    try {
      return JSON.parse(candidate)
    } catch {}
  }
  throw new EngineError(`${name} gave an answer that could not be read`, { retryable: true })
}

/** Python prints NaN and Infinity, which JSON does not have. */
const withoutNaN = (text: string) => text.replace(/([:,[]\s*)-?(?:NaN|Infinity)(?=\s*[,\]}])/g, '$1null')
