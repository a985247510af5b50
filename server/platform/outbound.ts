/**
 * Requests to addresses that users name: only to public ones, only over HTTPS, within a time and a size. The name is
 * resolved and vetted anew for each request, and the connection is pinned to what was vetted, so that a name that changes
 * in between leads nowhere. Proxies of the environment are not used.
 * @see spec 5.3, decisions 33 and 37
 */
import type { Dispatcher } from 'undici'
import { AddressGuard, type GuardOptions } from './address-guard.ts'
import { atMost, discard, readPieces, readStart } from './answer-body.ts'
import { Gate } from './gate.ts'
import { explainFault, OutboundError } from './outbound-error.ts'
import { MayNotLeave, PinnedPools } from './pinned-pools.ts'

export type OutboundOptions = GuardOptions & { userAgent: string }

export type Outgoing = {
  /** What the URL is to its owner, `Webhook URL`: the first words of the messages about it. */
  what: string
  /** Whose it is, `what` if nothing is said: requests to one origin begin by turns among their owners. */
  owner?: string
  method: 'GET' | 'POST'
  /** Or who makes them, asked once the name is vetted, and again each time that `mayLeave` said no. */
  headers?: Record<string, string> | (() => Promise<Record<string, string>>)
  /** Asked when there is a connection, right before the first byte; if not, nothing is sent and the headers are asked for anew. */
  mayLeave?: () => boolean
  body?: string | Buffer
  /** For everything from its turn on: names, connection, headers, body, redirects. */
  timeoutSeconds: number
  /** Of the answer's body. */
  maxBytes: number
  /** Redirects of a GET that are followed, each vetted like the first address, and without headers to another origin. */
  maxRedirects?: number
  signal?: AbortSignal
}

type Headers = Dispatcher.ResponseData['headers']

/** `body` is what fits into maxBytes; `truncated` says whether more would have come. */
export type Answer = { status: number; headers: Headers; body: Buffer; truncated: boolean }

/** To be read at once, or left to the deadline. Reading throws OutboundError, `size` where it is beyond maxBytes. */
export type StreamedAnswer = { status: number; headers: Headers; body: AsyncIterable<Buffer> }

export class Outbound {
  readonly #guard: AddressGuard
  readonly #userAgent: string
  readonly #gate = new Gate()
  readonly #pools = new PinnedPools()

  constructor(options: OutboundOptions) {
    this.#guard = new AddressGuard(options)
    this.#userAgent = options.userAgent
  }

  /**
   * Judges a URL by what it says, without asking the network.
   * @throws {OutboundError} `url` or `private`
   */
  check(text: string, what: string): URL {
    return this.#guard.check(text, what)
  }

  /** @throws {OutboundError} if there is no answer; any status is an answer */
  async request(text: string, outgoing: Outgoing): Promise<Answer> {
    const leave = await this.#enter(text, outgoing)
    try {
      const { status, headers, body } = await this.#open(text, outgoing)
      return { status, headers, ...(await readStart(outgoing.maxBytes, body)) }
    } finally {
      leave()
    }
  }

  /** The same for answers that are too large to hold. */
  async open(text: string, outgoing: Outgoing): Promise<StreamedAnswer> {
    const leave = await this.#enter(text, outgoing)
    try {
      const { status, headers, body } = await this.#open(text, outgoing)
      return { status, headers, body: atMost(outgoing.maxBytes, body) }
    } finally {
      leave()
    }
  }

  /** Ends what is still under way. */
  close(): Promise<void> {
    return this.#pools.close()
  }

  #enter(text: string, { what, owner = what }: Outgoing): Promise<() => void> {
    return this.#gate.enter(this.check(text, what).origin, owner)
  }

  async #open(text: string, outgoing: Outgoing): Promise<StreamedAnswer> {
    const deadline = AbortSignal.timeout(outgoing.timeoutSeconds * 1_000)
    const signal = outgoing.signal ? AbortSignal.any([deadline, outgoing.signal]) : deadline
    const explain = (error: unknown) => {
      if (error instanceof OutboundError) return error
      const within = `${outgoing.timeoutSeconds} seconds`
      if (deadline.aborted) return new OutboundError('time', `There was no complete answer within ${within}`, error)
      if (signal.aborted) return new OutboundError('stopped', 'The request was stopped', error)
      return explainFault(error as Error)
    }
    try {
      const { statusCode, headers, body } = await this.#follow(text, outgoing, signal)
      return { status: statusCode, headers, body: readPieces(body, explain) }
    } catch (error) {
      throw explain(error)
    }
  }

  async #follow(text: string, outgoing: Outgoing, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const { what, method, maxRedirects = 0 } = outgoing
    let { headers = {} } = outgoing
    let url = this.check(text, what)
    for (let followed = 0; ; followed++) {
      const answer = await this.#send(url, { ...outgoing, headers }, signal)
      const target = method === 'GET' && maxRedirects > 0 ? redirectOf(answer) : undefined
      if (target === undefined) return answer
      discard(answer.body)
      if (followed === maxRedirects) {
        throw new OutboundError('redirects', `There were more than ${maxRedirects} redirects`)
      }
      if (!URL.canParse(target, url)) throw new OutboundError('redirects', 'There was a redirect to no valid URL')
      const next = this.check(new URL(target, url).href, what)
      if (next.origin !== url.origin) headers = {}
      url = next
    }
  }

  async #send(url: URL, outgoing: Outgoing, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const { what, method, headers = {}, mayLeave, body = null } = outgoing
    const addresses = await until(signal, this.#guard.vet(url, what))
    for (;;) {
      const own = typeof headers === 'function' ? await until(signal, headers()) : headers
      const request = {
        ...{ path: `${url.pathname}${url.search}`, method, body, signal, mayLeave },
        headers: { ...own, 'user-agent': this.#userAgent, 'accept-encoding': 'identity' },
      }
      try {
        // The client looks at the signal once it is connected; the deadline is for connecting too.
        return await until(signal, this.#pools.to(url, addresses).request(request))
      } catch (error) {
        if (!(error instanceof MayNotLeave)) throw error
      }
    }
  }
}

/** @throws the signal's reason, if it comes first */
async function until<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function redirectOf({ statusCode, headers }: Dispatcher.ResponseData): string | undefined {
  return [301, 302, 303, 307, 308].includes(statusCode) ? [headers.location].flat()[0] : undefined
}
