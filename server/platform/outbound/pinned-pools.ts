/** Connections that stay open between requests; each goes to addresses that were vetted, whatever its name resolves to later. */
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { createSecureContext } from 'node:tls'
import { buildConnector, Pool } from 'undici'
import { Connection } from './connection.ts'
import type { ProxyTunnels } from './proxy-tunnels.ts'

/** Beyond this many, the pools that were not used for longest are closed. */
const maxPools = 256

/** Names and values of an answer's headers stay below this many bytes. */
const maxHeaderSize = 16_384

export class PinnedPools {
  readonly #pools = new Map<string, Pool>()
  /** The authorities that this system trusts, read once: each connection would otherwise read them again. */
  readonly #authorities = createSecureContext()
  readonly #tunnels: ProxyTunnels | null

  /** @param tunnels  what connections go through; null for none */
  constructor(tunnels: ProxyTunnels | null) {
    this.#tunnels = tunnels
  }

  /**
   * @param addresses  of the URL's host, vetted just now; one of them is connected to
   * @param keep  false for a new connection for each request
   * @returns connections to that host and port at these addresses; to be used at once, before it may be closed
   */
  to({ origin }: URL, addresses: string[], keep = true): Pool {
    const key = `${origin} ${addresses.toSorted().join(' ')}${keep ? '' : ' new'}`
    const pool = this.#pools.get(key) ?? openPinned(origin, accepting(this.#connector(addresses)), keep)
    this.#pools.delete(key)
    this.#pools.set(key, pool)
    if (this.#pools.size > maxPools) this.#closeOldest()
    return pool
  }

  /** Aborts the requests that are still under way. */
  async close(): Promise<void> {
    const pools = [...this.#pools.values()]
    this.#pools.clear()
    this.#tunnels?.close()
    await Promise.all(pools.map((pool) => pool.destroy()))
  }

  /** TLS is verified against the name in the origin, even if the environment turns that off. */
  #connector(addresses: string[]): buildConnector.connector {
    const options = { secureContext: this.#authorities, rejectUnauthorized: true, allowH2: false }
    const tunnels = this.#tunnels
    if (!tunnels) return buildConnector({ ...options, lookup: lookupAmong(addresses) })
    const connect = buildConnector(options)
    return (options, done) => {
      tunnels.open(addresses, Number(options.port || 443)).then(
        (httpSocket) => connect({ ...options, httpSocket }, done),
        (error) => done(error, null),
      )
    }
  }

  #closeOldest(): void {
    const [key, pool] = this.#pools.entries().next().value!
    this.#pools.delete(key)
    // Requests under way on it are finished first.
    void pool.close()
  }
}

/** As many connections as requests are under way; connect-ramp.ts decides when one may begin. */
function openPinned(origin: string, connect: buildConnector.connector, keep: boolean): Pool {
  const factory = (to: URL, options: object) => new Connection(to, options)
  // The one deadline of the request covers everything.
  const limits = { headersTimeout: 0, bodyTimeout: 0, maxHeaderSize }
  // With `allowH2` a pool asks by one connection first which protocol there is, and all requests wait in it meanwhile.
  return new Pool(origin, { ...limits, allowH2: false, pipelining: keep ? 1 : 0, factory, connect })
}

function accepting(connect: buildConnector.connector): buildConnector.connector {
  return (options, done) =>
    connect(options, (...[error, socket]) => {
      if (error) return done(error, null)
      acceptContinue(socket)
      done(null, socket)
    })
}

function lookupAmong(addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_name, options, done) => {
    if (options.all) done(null, found)
    else done(null, found[0]!.address, found[0]!.family)
  }
}

/**
 * Lets undici accept a `100 Continue` that it did not ask for, as RFC 9110 (15.2) requires of clients.
 * Undici 8 ends a connection at a 100, and passes over a 102. So it reads 102 where an answer begins with a 100, alone
 * or among other informational ones.
 */
function acceptContinue(socket: Socket): void {
  const read = socket.read.bind(socket)
  /** How much was written when the last answer began: until more is written, what comes is its content. */
  let writtenBefore = -1
  socket.read = (size) => {
    const piece: Buffer | null = read(size)
    if (piece !== null && socket.bytesWritten !== writtenBefore && renumber(piece)) writtenBefore = socket.bytesWritten
    return piece
  }
}

/** Changes each 100 at its beginning to 102. @returns whether an answer begins in the piece */
function renumber(piece: Buffer): boolean {
  let at = 0
  while (at < piece.length) {
    const [, status] = /^HTTP\/1\.[01] (1..)$/.exec(piece.toString('latin1', at, at + 12)) ?? []
    if (status === undefined) return true
    if (status === '100') piece.write('102', at + 9)
    const end = piece.indexOf('\r\n\r\n', at)
    if (end === -1) return false
    at = end + 4
  }
  return false
}
