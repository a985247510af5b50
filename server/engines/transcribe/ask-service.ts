/** Requests to a transcription service: its key, and its answers as JSON. */
import type { Readable } from 'node:stream'
import { type Answer, askBackEnd, readJson, requireOk } from '../call-back-end.ts'
import { EngineError } from '../engines.ts'
import { kinds, type SttService } from './services.ts'

export const name = 'The transcription service'

/** `path` is appended to the address; a media file is streamed. */
export type ServiceRequest = {
  method?: 'GET' | 'DELETE'
  path: string
  headers?: Record<string, string>
  body?: string | Readable
}

/** What holds no media is small; only what does may take as long as the service. */
const SMALL_SECONDS = 120

export function askService(service: SttService, request: ServiceRequest, signal: AbortSignal): Promise<Answer> {
  const { url, kind, apiKey, maxBytes } = service
  const { path, headers, ...more } = request
  return askBackEnd(
    {
      ...{ name, url: url + path, key: apiKey, maxBytes },
      headers: { ...headers, ...(apiKey && kinds[kind].headers(apiKey)) },
      timeoutSeconds: more.method ? Math.min(SMALL_SECONDS, service.timeoutSeconds) : service.timeoutSeconds,
      ...more,
    },
    signal,
  )
}

/** @throws {EngineError} with the sentence of a status that is an error, or because it is no JSON */
export function readAnswer({ apiKey }: SttService, answer: Answer): unknown {
  requireOk(answer, { name, key: apiKey })
  return readJson(answer, name)
}

/**
 * Not every model of a service takes a vocabulary: one that refuses it is asked again without.
 * @param named  what a refusal names: the parameter of the vocabulary
 */
export async function askWithVocabulary(
  terms: string[],
  named: RegExp,
  ask: (terms: string[]) => Promise<Answer>,
): Promise<Answer> {
  const answer = await ask(terms)
  const isRefused = (answer.status === 400 || answer.status === 422) && named.test(answer.text)
  return isRefused && terms.length > 0 ? ask([]) : answer
}

export const unreadable = () => new EngineError(`${name} gave an answer that could not be read`, { retryable: true })

/** An id becomes part of an address, so only plain ones are taken. @throws {EngineError} */
export function readId(id: unknown): string {
  if (typeof id === 'string' && /^[\w-]{1,128}$/.test(id)) return id
  throw unreadable()
}
