/** Errors, as a caller of the API or an operator reads them (spec 7.2, decision 2). */
import { cutShort } from './text.ts'

/** One sentence for the operator: what is wrong and what to do. It is shown without a stack. */
export class OperatorError extends Error {}

/** A computation used too much of a resource. The message is the end of a sentence that says what could not be done. */
export class ResourceLimitError extends Error {}

/** Why an engine or a store failed, as a sentence for people; it never contains a key or an address. */
export class EngineError extends Error {
  /** Whether trying again later may help (decision 29a). */
  readonly retryable: boolean
  /** The `Retry-After` of the back end, if it sent one. */
  readonly retryAfterSeconds: number | null

  constructor(message: string, details: { retryable: boolean; retryAfterSeconds?: number | null; cause?: unknown }) {
    super(message, { cause: details.cause })
    this.retryable = details.retryable
    this.retryAfterSeconds = details.retryAfterSeconds ?? null
  }
}

/** One error in a request: its path (`body.filters.title`) and what is wrong there. */
export type FieldError = { location: string; message: string }

/** The body of every failure: one sentence, under both of its field names. */
export const failureBody = (message: string) => ({ message, detail: message })

/** An answer that is not a success. Its message is for the caller; a cause, if any, is for the log. */
export class ApiError extends Error {
  readonly status: number
  readonly fieldErrors: FieldError[] | undefined
  /** A word for programs, such as `rate_limited`. */
  readonly code: string | undefined
  readonly headers: Record<string, string>
  /** What the body has besides. */
  readonly more: { options?: object }

  constructor(
    status: number,
    message: string,
    details: {
      cause?: unknown
      fieldErrors?: FieldError[]
      code?: string
      headers?: Record<string, string>
      more?: { options?: object }
    } = {},
  ) {
    super(message, { cause: details.cause })
    this.status = status
    this.fieldErrors = details.fieldErrors
    this.code = details.code
    this.headers = details.headers ?? {}
    this.more = details.more ?? {}
  }

  /** The JSON body of the answer, at most 16 KiB: texts that the caller sent are cut short. */
  body() {
    const message = cutShort(this.message, maxMessage)
    const failure = failureBody(message)
    const room = Math.min(maxErrorBytes, maxBodyBytes - Buffer.byteLength(JSON.stringify(failure)))
    return {
      ...failure,
      ...(this.code && { code: this.code }),
      ...this.more,
      ...(this.fieldErrors && { errors: fewOf(this.fieldErrors, room) }),
    }
  }
}

/** In characters, each of which takes at most 6 bytes. */
const maxMessage = 1_000
const [maxLocation, maxReason] = [200, 500]
const maxErrors = 100
/** For the errors, without the message and without the entry that counts the rest. */
const maxErrorBytes = 10_000
/** For message and errors; the rest of the 16 KiB is for that entry and the code. */
const maxBodyBytes = 14_500

/** As many errors as fit in so many bytes; the last entry says how many more there are. */
function fewOf(errors: FieldError[], maxBytes: number): FieldError[] {
  let bytes = 0
  const few: FieldError[] = []
  for (const { location, message } of errors.slice(0, maxErrors)) {
    const short = { location: cutShort(location, maxLocation), message: cutShort(message, maxReason) }
    bytes += Buffer.byteLength(JSON.stringify(short)) + 1
    if (bytes > maxBytes) break
    few.push(short)
  }
  const unlisted = errors.length - few.length
  if (unlisted > 0)
    few.push({
      location: errors[0]!.location.split('.', 1)[0]!,
      message: `has ${unlisted} more ${unlisted === 1 ? 'fault' : 'faults'}`,
    })
  return few
}

/** 400 with one entry for each error. */
export const invalidRequest = (errors: FieldError[]) =>
  new ApiError(
    400,
    errors
      .slice(0, 3)
      .map(({ location, message }) => `${cutShort(location, maxLocation)} ${message}`)
      .join('; '),
    { fieldErrors: errors },
  )

export const invalid = (location: string, message: string) => invalidRequest([{ location, message }])

/** @param seconds  after which the client may try again */
export const serviceBusy = (seconds: number) =>
  new ApiError(503, 'The service is busy; try again', { headers: { 'retry-after': String(seconds) } })

/** 404: the same for a thing that is unknown, invisible or in another workspace. */
export const notFound = (thing: string) => new ApiError(404, `${thing} not found`)
