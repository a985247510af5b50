/**
 * Requests to addresses that users name: only to public ones, only over HTTPS, within a time and a size. The name is
 * resolved and vetted for each request, and the connection is pinned to the vetted addresses, so that a name that
 * changes in between has no effect. Proxies of the environment are not used; the operator may name one for all these requests.
 * @see spec 5.3, decisions 33 on DNS and 37 on deadlines
 */
import { AddressGuard, type GuardOptions, type ServiceHost } from './address-guard.ts'
import { ConnectRamp } from './connect-ramp.ts'
import { Deadline } from './deadline.ts'
import { Exchange, type Headers } from './exchange.ts'
import { OutboundError } from './outbound-error.ts'
import { PinnedPools } from './pinned-pools.ts'
import { ProxyTunnels } from './proxy-tunnels.ts'

export type OutboundOptions = GuardOptions & {
  userAgent: string
  /** `http://user:password@host:port` that every request goes through; null without one. */
  proxy: string | null
}

export type Outgoing = {
  /** What the URL is to its owner, `Webhook URL`: the first words of the messages about it. */
  what: string
  /** The owner of the request, `what` by default: requests to one origin begin in turn by owner. */
  owner?: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'PROPFIND' | 'REPORT'
  headers?: Record<string, string>
  /** Called when its turn has come, for more headers; null cancels the send. */
  beforeSend?: () => Record<string, string> | null
  body?: string | Buffer
  /** For everything after its turn has come: names, connection, headers, body, redirects. */
  timeoutSeconds: number
  /** The limit of the answer's body. */
  maxBytes: number
  /** Redirects of a GET that are followed, each vetted like the first address, and without headers to another origin. */
  maxRedirects?: number
  signal?: AbortSignal
}

/** `body` has at most maxBytes; `truncated` says whether there was more. */
export type Answer = { status: number; headers: Headers; body: Buffer; truncated: boolean }

/** Its body must be read before the deadline. Reading throws OutboundError, `size` for a body beyond maxBytes. */
export type StreamedAnswer = { status: number; headers: Headers; body: AsyncIterable<Buffer> }

export class Outbound {
  readonly #guard: AddressGuard
  readonly #userAgent: string
  readonly #ramp = new ConnectRamp()
  readonly #pools: PinnedPools

  constructor(options: OutboundOptions) {
    this.#guard = new AddressGuard(options)
    this.#userAgent = options.userAgent
    this.#pools = new PinnedPools(options.proxy === null ? null : new ProxyTunnels(options.proxy))
  }

  /**
   * Checks a URL by its text alone, without the network.
   * @throws {OutboundError} `url` or `private`
   */
  check(text: string, what: string): URL {
    return this.#guard.check(text, what)
  }

  /** The hosts that a domain names for a service in its SRV records, the preferred one first; none if it has no records. */
  services(name: string): Promise<ServiceHost[]> {
    return this.#guard.services(name)
  }

  /** @throws {OutboundError} if there is no answer; any status is an answer */
  async request(text: string, outgoing: Outgoing): Promise<Answer> {
    const { url, headers: own, deadline, started } = await this.#begin(text, outgoing)
    try {
      const exchange = await this.#follow(url, own, outgoing, deadline)
      const { status, headers } = exchange
      return { status, headers, ...(await exchange.readStart(outgoing.maxBytes)) }
    } finally {
      deadline.clear()
      started()
    }
  }

  /** The same for answers that are too large for memory. */
  async open(text: string, outgoing: Outgoing): Promise<StreamedAnswer> {
    const { url, headers: own, deadline, started } = await this.#begin(text, outgoing)
    try {
      const exchange = await this.#follow(url, own, outgoing, deadline)
      const { status, headers } = exchange
      return { status, headers, body: readWithin(deadline, exchange.read(outgoing.maxBytes)) }
    } catch (error) {
      deadline.clear()
      throw error
    } finally {
      started()
    }
  }

  /** Aborts the requests that are still under way. */
  close(): Promise<void> {
    return this.#pools.close()
  }

  /** Waits for the request's turn; its time runs from then on. */
  async #begin(text: string, { what, owner = what, headers, beforeSend, timeoutSeconds, signal }: Outgoing) {
    const url = this.check(text, what)
    const started = await this.#ramp.enter(url.origin, owner)
    const signedHeaders = beforeSend ? beforeSend() : {}
    if (signedHeaders)
      return { url, headers: { ...headers, ...signedHeaders }, deadline: new Deadline(timeoutSeconds, signal), started }
    started()
    throw new OutboundError('stopped', 'The send was cancelled')
  }

  async #follow(first: URL, own: Record<string, string>, outgoing: Outgoing, deadline: Deadline): Promise<Exchange> {
    const { what, method, maxRedirects = 0 } = outgoing
    let headers = own
    let url = first
    for (let followed = 0; ; followed++) {
      const exchange = await this.#send(url, headers, outgoing, deadline)
      const target = method === 'GET' && maxRedirects > 0 ? redirectOf(exchange) : undefined
      if (target === undefined) return exchange
      exchange.discard()
      if (followed === maxRedirects) {
        throw new OutboundError('redirects', `There were more than ${maxRedirects} redirects`)
      }
      if (!URL.canParse(target, url)) throw new OutboundError('redirects', 'There was a redirect to no valid URL')
      const next = this.check(new URL(target, url).href, what)
      if (next.origin !== url.origin) headers = {}
      url = next
    }
  }

  async #send(
    url: URL,
    headers: Record<string, string>,
    { what, method, body }: Outgoing,
    deadline: Deadline,
  ): Promise<Exchange> {
    const addresses = await deadline.before(this.#guard.vet(url, what))
    const request = {
      path: `${url.pathname}${url.search}`,
      method,
      body: body ?? null,
      headers: { ...headers, 'user-agent': this.#userAgent, 'accept-encoding': 'identity' },
    }
    const first = new Exchange(deadline)
    try {
      await first.send(this.#pools.to(url, addresses), request)
      return first
    } catch (error) {
      if (!first.wasCutOff) throw error
    }
    const second = new Exchange(deadline)
    await second.send(this.#pools.to(url, addresses, false), request)
    return second
  }
}

async function* readWithin(deadline: Deadline, pieces: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  try {
    yield* pieces
  } finally {
    deadline.clear()
  }
}

function redirectOf({ status, headers }: Exchange): string | undefined {
  return [301, 302, 303, 307, 308].includes(status) ? [headers.location].flat()[0] : undefined
}
