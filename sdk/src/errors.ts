/** Errors of requests. For a lost connection, `fetch` throws its own errors. */
import type { components } from './generated/openapi.ts'

export type Failure = components['schemas']['Failure']

/** The response was not a success. */
export class MinutebookError extends Error {
  override name = 'MinutebookError'
  /** The HTTP status; 0 in a browser that was redirected. */
  readonly status: number
  /** An error code for programs, such as `rate_limited`, if there is one. */
  readonly code: string | null
  /** Validation errors, if the request is invalid. */
  readonly errors: { location: string; message: string }[]
  /** Identifies the request in the service's log. */
  readonly requestId: string | null
  /** The service's `Retry-After`. */
  readonly retryAfterSeconds: number | null
  /** Whether the same request may succeed later. */
  readonly isTemporary: boolean

  /** @param failure  undefined if the response is not from the service, but for example from a proxy */
  constructor(response: Response, failure: Omit<Failure, 'detail'> | undefined) {
    const { status, headers } = response
    super(failure?.message ?? wordsFor(response))
    this.status = status
    this.code = failure?.code ?? null
    this.errors = failure?.errors ?? []
    this.requestId = headers.get('x-request-id')
    const seconds = headers.get('retry-after') ?? ''
    this.retryAfterSeconds = /^\d{1,9}$/.test(seconds) ? Number(seconds) : null
    const isAway = status === 500 || (status > 500 && failure === undefined)
    this.isTemporary = isAway || headers.has('retry-after') || status === 408 || status === 423
  }
}

/** The cursor of `follow` is too old (410): drop the copy and start again without a cursor. */
export class CursorExpiredError extends MinutebookError {
  override name = 'CursorExpiredError'
}

/** The service could not create a recording from an upload; the message says why. */
export class UploadFailedError extends Error {
  override name = 'UploadFailedError'
  readonly recordingId: string

  constructor(recordingId: string, reason: string) {
    super(reason)
    this.recordingId = recordingId
  }
}

/** @param text  the body of a response that is not a success */
export function errorOf(response: Response, text: string): MinutebookError {
  return new (response.status === 410 ? CursorExpiredError : MinutebookError)(response, failureIn(text))
}

/**
 * The data of a response of `GET`, `POST` and the others.
 * @throws {MinutebookError} the response is not a success
 */
export function dataOf<Data>(answer: { data?: Data; error?: unknown; response: Response }): Exclude<Data, undefined> {
  const { data, error, response } = answer
  if (response.ok) return data as Exclude<Data, undefined>
  throw new MinutebookError(response, isFailure(error) ? error : undefined)
}

function failureIn(text: string): Failure | undefined {
  try {
    const value = JSON.parse(text)
    return isFailure(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isFailure = (value: unknown): value is Failure => typeof (value as Failure | null)?.message === 'string'

function wordsFor({ status, statusText, headers, type }: Response): string {
  if (type === 'opaqueredirect') return 'The service redirects elsewhere; use that address'
  if (status >= 300 && status < 400) return `The service redirects to ${headers.get('location')}; use that address`
  return statusText || `HTTP ${status}`
}
