/** Sends requests with the key of a transcription service, and reads its JSON answers. */

import type { Readable } from 'node:stream'
import { EngineError } from '../../../platform/errors.ts'
import { type Answer, logCause, readJson, requestBackEnd, requireOk } from '../shared/request-back-end.ts'
import { kinds, type SttService } from './services.ts'

export const serviceName = 'The transcription service'

/** `path` is appended to the address. A media file is streamed. */
export type ServiceRequest = {
  method?: 'GET' | 'DELETE'
  path: string
  headers?: Record<string, string>
  body?: string | Readable
}

/** A request without media gets less time than one with media. */
const maxSecondsWithoutMedia = 120

export function requestService(service: SttService, request: ServiceRequest, signal: AbortSignal): Promise<Answer> {
  const { url, kind, apiKey, maxBytes } = service
  const { path, headers, ...bodyAndMethod } = request
  return requestBackEnd(
    {
      name: serviceName,
      url: url + path,
      key: apiKey,
      maxBytes,
      headers: { ...headers, ...(apiKey && kinds[kind].headers(apiKey)) },
      timeoutSeconds: bodyAndMethod.method
        ? Math.min(maxSecondsWithoutMedia, service.timeoutSeconds)
        : service.timeoutSeconds,
      ...bodyAndMethod,
    },
    signal,
  )
}

/** The media are larger or longer than the service takes; parts of them may be taken. */
export class TooLargeError extends EngineError {}

/** @throws {TooLargeError}; {EngineError} the status is an error, or the answer is not JSON */
export function readAnswer({ apiKey }: SttService, answer: Answer): unknown {
  if (isTooLarge(answer))
    throw new TooLargeError(`${serviceName} does not take a recording of this size or length`, {
      retryable: false,
      cause: logCause(answer.text, apiKey),
    })
  requireOk(answer, { name: serviceName, key: apiKey })
  return readJson(answer, serviceName)
}

/** Services say it in their own words. A text that is too long has another reason: the prompt. */
const isTooLarge = ({ status, text }: Answer) =>
  status === 413 ||
  ((status === 400 || status === 422) &&
    /too (?:large|long|big)|exceed|(?:long|larg)er than|maximum/i.test(text) &&
    /size|length|duration|seconds|minutes|bytes|\b[kmg]i?b\b|(?:audio|file|recording) is/i.test(text) &&
    !/prompt|token|context|keyterm/i.test(text))

/**
 * Sends the request again without a vocabulary if the model rejects it, because not all models of a service accept one.
 * @param named  matches an error that names the vocabulary's parameter
 */
export async function requestWithVocabulary(
  terms: string[],
  named: RegExp,
  send: (terms: string[]) => Promise<Answer>,
): Promise<Answer> {
  const answer = await send(terms)
  const isRefused = (answer.status === 400 || answer.status === 422) && named.test(answer.text)
  return isRefused && terms.length > 0 ? send([]) : answer
}

export const unreadable = () =>
  new EngineError(`${serviceName} gave an answer that could not be read`, { retryable: true })

/** An id becomes part of an address, so only letters, digits, _ and - are accepted. @throws {EngineError} */
export function readId(id: unknown): string {
  if (typeof id === 'string' && /^[\w-]{1,128}$/.test(id)) return id
  throw unreadable()
}
