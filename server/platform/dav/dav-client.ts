/**
 * Requests to a WebDAV server that a person named, signed in with their password. It goes to that server alone: not to
 * where a redirect leads, and to no host of a link in an answer.
 * @see RFC 4918, 7617
 */
import { ResourceLimitError } from '../errors.ts'
import type { Outbound, Outgoing } from '../outbound/outbound.ts'
import { OutboundError } from '../outbound/outbound-error.ts'
import type { AnswerHeaders } from '../outbound/retry-after.ts'
import type { Task, Threads } from '../threads.ts'
import { type Multistatus, readMultistatus } from './multistatus.ts'
import { isSameServer } from './same-server.ts'

export type DavDeps = { outbound: Pick<Outbound, 'request' | 'check' | 'services'>; threads: Pick<Threads, 'run'> }
export type DavAccount = { url: string; username: string; password: string }
export type DavRequest = { method: 'PROPFIND' | 'REPORT'; depth: '0' | '1'; body: string }

/** `etag` is of the version that it replaces or deletes; null makes a thing that is not there yet. */
export type DavWrite =
  | { method: 'PUT'; etag: string | null; contentType: string; body: string }
  | { method: 'DELETE'; etag: string }

/** What a server answers if it is no success; `status` is null if there is no answer that can be read. */
export class DavError extends Error {
  readonly status: number | null
  readonly headers: AnswerHeaders
  readonly isTooLarge: boolean

  constructor(message: string, { status = null, headers = {}, isTooLarge = false, cause }: Partial<DavError> = {}) {
    super(message, { cause })
    this.status = status
    this.headers = headers
    this.isTooLarge = isTooLarge
  }
}

const maxRedirects = 5
const maxAnswerBytes = 16_777_216

/** A larger answer is read in a thread. */
const maxInLoop = 65_536

const reading: Task<typeof readMultistatus> = {
  module: new URL('./multistatus.ts', import.meta.url),
  name: 'readMultistatus',
  seconds: 30,
}

export class DavClient {
  readonly #deps: DavDeps
  readonly #named: URL
  readonly #authorization: string
  readonly #sharer: string
  readonly #origins: Set<string>
  readonly #timeoutSeconds: number

  /**
   * @param timeoutSeconds  of each request
   * @throws {OutboundError} requests may not go to its address
   */
  constructor(deps: DavDeps, { url, username, password }: DavAccount, timeoutSeconds = 30) {
    this.#deps = deps
    this.#timeoutSeconds = timeoutSeconds
    this.#named = deps.outbound.check(url, what)
    this.#authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    this.#sharer = `${username} ${this.#named.origin}`
    this.#origins = new Set([this.#named.origin])
  }

  /** Whose requests these are, where people share fairly. */
  get sharer(): string {
    return this.#sharer
  }

  get named(): URL {
    return this.#named
  }

  /**
   * The password may go there from now on: the server that the person named says that it has their things there.
   * @returns null for another site
   */
  admit(href: string, base: URL): URL | null {
    const url = URL.parse(href, base)
    if (!url || !isSameServer(this.#named, url)) return null
    this.#origins.add(url.origin)
    return url
  }

  /** @throws {DavError} @throws {OutboundError} */
  async list(url: URL, request: DavRequest): Promise<Multistatus & { url: URL }> {
    const { body, url: answering } = await this.ask(url, request)
    const read = body.length > maxInLoop ? await this.#readInThread(body) : readMultistatus(body)
    if (!read) throw new DavError('The server gave an answer that cannot be read, or that is too large')
    return { ...read, url: answering }
  }

  /**
   * What is in a collection. After a redirect the answer names addresses elsewhere, as if all that was known were gone.
   * @throws {DavError} also for one that was moved @throws {OutboundError}
   */
  async listIn(collection: URL, request: DavRequest): Promise<Multistatus> {
    const { url, ...found } = await this.list(collection, request)
    if (withSlash(url) !== withSlash(collection))
      throw new DavError('The server has it at another address now; connect it again')
    return found
  }

  /**
   * @returns the body of a multistatus, and the address that gave it, after redirects
   * @throws {DavError} anything else was answered @throws {OutboundError} there is no answer
   */
  async ask(first: URL, { method, depth, body }: DavRequest): Promise<{ url: URL; body: Buffer }> {
    const { url, answer } = await this.#send(first, {
      method,
      headers: { accept: 'application/xml, text/xml', 'content-type': 'application/xml; charset=utf-8', depth },
      body: `<?xml version="1.0" encoding="utf-8"?>\n${body}`,
      maxBytes: maxAnswerBytes,
    })
    const { status, headers } = answer
    if (status !== 207) throw new DavError(`The server answered ${status}`, { status, headers })
    if (answer.truncated)
      throw new DavError(`The server gave an answer of more than ${maxAnswerBytes} bytes`, { isTooLarge: true })
    return { url, body: answer.body }
  }

  /**
   * @returns the new version, if the server says which; null after a deletion
   * @throws {DavError} anything but success, 412 if another version is there @throws {OutboundError} there is no answer
   */
  async write(url: URL, write: DavWrite): Promise<string | null> {
    const { answer } = await this.#send(url, {
      method: write.method,
      headers: {
        ...(write.etag === null ? { 'if-none-match': '*' } : { 'if-match': strong(write.etag) }),
        ...(write.method === 'PUT' && { 'content-type': write.contentType }),
      },
      ...(write.method === 'PUT' && { body: write.body }),
      maxBytes: 1_024,
    })
    const { status, headers } = answer
    if (status < 200 || status > 299) throw new DavError(`The server answered ${status}`, { status, headers })
    return [headers.etag].flat()[0] || null
  }

  /** With the password; redirects are followed within the server. */
  async #send(first: URL, { headers, ...sent }: Pick<Outgoing, 'method' | 'headers' | 'body' | 'maxBytes'>) {
    let url = first
    for (let followed = 0; followed <= maxRedirects; followed++) {
      if (!this.#origins.has(url.origin)) throw new DavError('The server leads to another server')
      const answer = await this.#deps.outbound.request(url.href, {
        ...sent,
        what,
        owner: this.#sharer,
        headers: { ...headers, authorization: this.#authorization },
        timeoutSeconds: this.#timeoutSeconds,
      })
      const target = redirectOf(answer)
      if (target === null) return { url, answer }
      const next = URL.parse(target, url)
      if (next?.origin !== url.origin)
        throw new DavError('The server redirects to another server', { status: answer.status })
      url = next
    }
    throw new DavError(`There were more than ${maxRedirects} redirects`)
  }

  #readInThread(body: Buffer): Promise<Multistatus | null> {
    const share = { sharer: this.#sharer, isPatient: true }
    return this.#deps.threads.run(reading, [body], share).catch((error: unknown) => {
      if (error instanceof ResourceLimitError) return null
      throw error
    })
  }

  /** Where `path` leads to, asked without the password; null if it leads nowhere. */
  async findRedirect(path: string): Promise<URL | null> {
    const url = new URL(path, this.#named)
    const answer = await this.#deps.outbound
      .request(url.href, { what, method: 'GET', timeoutSeconds: this.#timeoutSeconds, maxBytes: 1_024 })
      .catch((error: unknown) => {
        if (error instanceof OutboundError) return null
        throw error
      })
    const target = answer && redirectOf(answer)
    return target ? URL.parse(target, url) : null
  }
}

/**
 * A weak version never matches (RFC 9110, 13.1.1). Where a proxy made it weak, the server behind it knows the strong one of the
 * same text; a server that has none answers 412, and nothing is lost.
 */
const strong = (etag: string) => etag.replace(/^W\//, '')

const what = 'Calendar URL'

const withSlash = ({ pathname }: URL) => pathname.replace(/\/?$/, '/')

const redirectOf = ({ status, headers }: { status: number; headers: AnswerHeaders }): string | null =>
  [301, 302, 303, 307, 308].includes(status) ? ([headers.location].flat()[0] ?? null) : null
