/** Requests to a transcription service: its key, its answers as JSON, jobs that take a while and what is left of them. */
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, askBackEnd, readJson, requireOk, said } from '../call-back-end.ts'
import { EngineError, type EngineLog } from '../engines.ts'
import { kinds, type SttService } from './services.ts'

export const name = 'The transcription service'

/** `path` is appended to the address; a media file is streamed. */
export type ServiceRequest = {
  method?: 'GET' | 'DELETE'
  path: string
  headers?: Record<string, string>
  body?: string | Readable
}

/** Looks at a job and deletions are small; only what holds or awaits the media may take as long as the service. */
const LOOK_SECONDS = 120
const DELETE_SECONDS = 10

const MOST_PAUSE_SECONDS = 15
const MOST_WAIT_SECONDS = 60
/** Failed looks in a row after which a job is given up. */
const MOST_FAILED_LOOKS = 5

export function askService(service: SttService, request: ServiceRequest, signal: AbortSignal): Promise<Answer> {
  const { url, kind, apiKey, mostBytes } = service
  const { path, headers, ...more } = request
  return askBackEnd(
    {
      ...{ name, url: url + path, key: apiKey, mostBytes },
      headers: { ...headers, ...(apiKey && kinds[kind].headers(apiKey)) },
      timeoutSeconds: more.method ? Math.min(LOOK_SECONDS, service.timeoutSeconds) : service.timeoutSeconds,
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

/** A request with a JSON body, or none. */
export async function askJson(
  service: SttService,
  { json, ...request }: ServiceRequest & { json?: object },
  signal: AbortSignal,
): Promise<unknown> {
  const body = json && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) }
  return readAnswer(service, await askService(service, { ...request, ...body }, signal))
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

/**
 * Looks at a job until it is done. A look that fails does not lose the job, which is paid for.
 * @param look  returns null while there is nothing yet
 * @throws {EngineError} retryable: not done in time, or five looks in a row failed
 */
export async function waitForJob<Result>(
  { pauseSeconds, timeoutSeconds }: SttService,
  look: (signal: AbortSignal) => Promise<Result | null>,
  signal: AbortSignal,
): Promise<Result> {
  const deadline = AbortSignal.timeout(timeoutSeconds * 1_000)
  const either = AbortSignal.any([signal, deadline])
  let failed = 0
  try {
    for (let pause = pauseSeconds; ; pause = Math.min(pause * 1.5, MOST_PAUSE_SECONDS)) {
      let seconds = pause
      try {
        const result = await look(either)
        if (result !== null) return result
        failed = 0
      } catch (error) {
        if (!(error instanceof EngineError) || !error.retryable || ++failed === MOST_FAILED_LOOKS) throw error
        seconds = Math.min(error.retryAfterSeconds ?? pause, MOST_WAIT_SECONDS)
      }
      await sleep(seconds * 1_000, undefined, { signal: either })
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!deadline.aborted) throw error
    throw new EngineError(`${name} did not finish within ${timeoutSeconds} s`, { retryable: true })
  }
}

/** @throws {EngineError} what the service said of a job that failed goes to the log only */
export function failedJob({ apiKey }: SttService, reason: unknown, retryable = false): EngineError {
  const cause = said(typeof reason === 'string' ? reason : '', apiKey)
  return new EngineError(`${name} could not transcribe the media`, { retryable, cause })
}

export const unreadable = () => new EngineError(`${name} gave an answer that could not be read`, { retryable: true })

/** An id becomes part of an address, so only plain ones are taken. @throws {EngineError} */
export function readId(id: unknown): string {
  if (typeof id === 'string' && /^[\w-]{1,128}$/.test(id)) return id
  throw unreadable()
}

/** Deletes media and transcript there, also of a job that failed. That it cannot be done fails nothing, but is logged. */
export async function forgetJob(service: SttService, path: string, log: EngineLog): Promise<void> {
  try {
    // Also when the process stops: not the signal of the job, but a short time.
    const answer = await askService(service, { method: 'DELETE', path }, AbortSignal.timeout(DELETE_SECONDS * 1_000))
    requireOk(answer, { name, key: service.apiKey })
  } catch (error) {
    const reason = error instanceof EngineError ? error.message : 'it did not answer in time'
    log.warn({ kind: service.kind, reason }, 'The transcription service may still have the media of an upload')
  }
}
