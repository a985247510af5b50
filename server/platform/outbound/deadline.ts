/** One deadline for everything that a request to the outside does, and the caller's signal to stop it. */
import { OutboundError } from './outbound-error.ts'

export class Deadline {
  readonly #timer: NodeJS.Timeout
  readonly #signal: AbortSignal | undefined
  #ended: OutboundError | undefined
  #waiting: (error: OutboundError) => void = () => {}

  constructor(seconds: number, signal?: AbortSignal) {
    this.#timer = setTimeout(() => {
      this.#end(new OutboundError('time', `There was no complete answer within ${seconds} seconds`))
    }, seconds * 1_000)
    this.#signal = signal
    if (signal?.aborted) this.stop()
    else if (signal) deadlinesOf(signal).add(this)
  }

  /** @param end  called when the time is up, at once if it is already; it replaces the function given before */
  watch(end: (error: OutboundError) => void): void {
    this.#waiting = end
    if (this.#ended) end(this.#ended)
  }

  /** @throws {OutboundError} `time` or `stopped`, if that comes before the promise */
  before<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.watch(reject)
      promise.then(resolve, reject)
    })
  }

  stop(): void {
    this.#end(new OutboundError('stopped', 'The request was stopped'))
  }

  /** To be called when the request has ended; after the deadline has passed it is not needed. */
  clear(): void {
    clearTimeout(this.#timer)
    this.#waiting = () => {}
    if (this.#signal) deadlinesOf(this.#signal).delete(this)
  }

  #end(error: OutboundError): void {
    const waiting = this.#waiting
    this.#ended ??= error
    this.clear()
    waiting(this.#ended)
  }
}

const bySignal = new WeakMap<AbortSignal, Set<Deadline>>()

/** One listener for all: adding one to a signal costs time for each that it has, and thousands of requests may share it. */
function deadlinesOf(signal: AbortSignal): Set<Deadline> {
  const known = bySignal.get(signal)
  if (known) return known
  const deadlines = new Set<Deadline>()
  bySignal.set(signal, deadlines)
  signal.addEventListener('abort', () => {
    for (const deadline of deadlines) deadline.stop()
  })
  return deadlines
}
