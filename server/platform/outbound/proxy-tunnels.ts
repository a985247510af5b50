/**
 * Connections through the operator's outgoing proxy (RFC 9110, 9.3.6). The proxy is asked for a vetted address and
 * never for a name, so DNS cannot redirect it. It carries TLS that begins here and ends at the receiver.
 */
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { connect, isIPv6, type Socket } from 'node:net'
import { OutboundError } from './outbound-error.ts'

/** The same as for a connection without a proxy. */
const longestMs = 10_000

export class ProxyTunnels {
  readonly #host: string
  readonly #port: number
  readonly #authorization: string | null
  readonly #longestMs: number
  readonly #opening = new Set<ClientRequest>()

  /**
   * @param proxy  `http://user:password@host:port`. Its name comes from the operator, so the system resolves it, and it
   *   may be private.
   */
  constructor(proxy: string, maxMs = longestMs) {
    const { hostname, port, username, password } = new URL(proxy)
    this.#host = hostname.replace(/^\[|\]$/g, '')
    this.#port = Number(port || 80)
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    this.#authorization = username || password ? `Basic ${Buffer.from(credentials).toString('base64')}` : null
    this.#longestMs = maxMs
  }

  /**
   * @param addresses  of the receiver, vetted; a second one is asked for if the proxy does not get through to the first
   * @throws {OutboundError} `proxy`, in words that name neither the proxy nor an address
   */
  async open(addresses: string[], port: number): Promise<Socket> {
    // Many proxies have no IPv6.
    const inOrder = addresses.toSorted((one, other) => Number(isIPv6(one)) - Number(isIPv6(other)))
    for (const [index, address] of inOrder.entries()) {
      const answer = await this.#tryConnect(isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`)
      if (typeof answer !== 'number') return answer
      const mayTryNext = answer >= 500 && index < inOrder.length - 1
      if (!mayTryNext) throw refused(answer)
    }
    throw new RangeError('There must be an address')
  }

  /** Aborts the attempts that are under way. */
  close(): void {
    for (const each of this.#opening) each.destroy()
  }

  /** @returns the tunnel, or the status of a refusal */
  async #tryConnect(authority: string): Promise<Socket | number> {
    const request = httpRequest({
      method: 'CONNECT',
      path: authority,
      // It replaces the agent, and with it the proxy settings of the environment.
      createConnection: () => connect({ host: this.#host, port: this.#port }),
      headers: { host: authority, ...(this.#authorization && { 'proxy-authorization': this.#authorization }) },
    })
    this.#opening.add(request)
    const timer = setTimeout(() => request.destroy(tooLate(this.#longestMs)), this.#longestMs)
    try {
      const { answer, socket, begun } = await answerOf(request)
      const status = answer.statusCode!
      if (status >= 200 && status <= 299) {
        if (begun.length > 0) socket.unshift(begun)
        return socket
      }
      socket.destroy()
      return status
    } catch (error) {
      throw error instanceof OutboundError ? error : unreachable(error)
    } finally {
      clearTimeout(timer)
      this.#opening.delete(request)
    }
  }
}

function answerOf(request: ClientRequest): Promise<{ answer: IncomingMessage; socket: Socket; begun: Buffer }> {
  return new Promise((resolve, reject) => {
    request.on('connect', (answer, socket, begun) => resolve({ answer, socket: socket as Socket, begun }))
    // It stays: a socket that breaks while it is handed over must not crash the process.
    request.on('error', reject)
    request.end()
  })
}

const refused = (status: number) =>
  new OutboundError('proxy', `The outgoing proxy refused the connection with status ${status}`)
const tooLate = (ms: number) =>
  new OutboundError('proxy', `The outgoing proxy did not connect within ${ms / 1_000} seconds`)
const unreachable = (cause: unknown) =>
  new OutboundError('proxy', 'The outgoing proxy could not be reached, or does not answer as one', cause)
