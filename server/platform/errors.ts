/** What went wrong, as the caller of the API or the person at the keyboard reads it (spec 7.2, decision 2). */

/** One sentence for whoever runs the service: what is wrong and what to do. It is shown without a stack. */
export class OperatorError extends Error {}

/** A computation took too much of something; the message goes on where a sentence says what could not be done. */
export class Overrun extends Error {}

/** One fault of a request: where it is (`body.filters.title`) and what is wrong there. */
export type Fault = { location: string; message: string }

/** An answer that is not a success. Its message is for the caller; a cause, if any, is for the log. */
export class ApiError extends Error {
  readonly status: number
  readonly faults: Fault[] | undefined
  /** A word for programs, such as `rate_limited`. */
  readonly reason: string | undefined
  readonly headers: Record<string, string>

  constructor(
    status: number,
    message: string,
    more: { cause?: unknown; faults?: Fault[]; reason?: string; headers?: Record<string, string> } = {},
  ) {
    super(message, { cause: more.cause })
    this.status = status
    this.faults = more.faults
    this.reason = more.reason
    this.headers = more.headers ?? {}
  }

  /** The JSON body of the answer. */
  body() {
    return {
      message: this.message,
      ...(this.reason && { code: this.reason }),
      ...(this.faults && { errors: this.faults }),
    }
  }
}

/** 400 with one entry a fault. */
export const invalidRequest = (faults: Fault[]) =>
  new ApiError(
    400,
    faults
      .map((fault) => `${fault.location} ${fault.message}`)
      .slice(0, 3)
      .join('; '),
    { faults },
  )

export const invalid = (location: string, message: string) => invalidRequest([{ location, message }])

/** 404, the same for unknown, invisible and another workspace's. */
export const notFound = (thing: string) => new ApiError(404, `${thing} not found`)
