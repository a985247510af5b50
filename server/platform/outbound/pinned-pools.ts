/** Connections that stay open between requests; each goes to addresses that were vetted, whatever its name resolves to later. */
import { isIP, type LookupFunction } from 'node:net'
import { createSecureContext, type SecureContext } from 'node:tls'
import { Pool } from 'undici'

/** Beyond this many, the pools that were not used for longest are closed. */
const mostPools = 256

export class PinnedPools {
  readonly #pools = new Map<string, Pool>()
  /** The authorities that this system trusts, read once: each connection would otherwise read them anew. */
  readonly #authorities = createSecureContext()

  /**
   * @param addresses  of the URL's host, vetted just now; one of them is connected to
   * @returns connections to that host and port at these addresses; to be used at once, before it may be closed
   */
  to({ origin }: URL, addresses: string[]): Pool {
    const key = `${origin} ${addresses.toSorted().join(' ')}`
    const pool = this.#pools.get(key) ?? openPinned(origin, addresses, this.#authorities)
    this.#pools.delete(key)
    this.#pools.set(key, pool)
    if (this.#pools.size > mostPools) this.#closeOldest()
    return pool
  }

  /** Ends the requests that are still under way. */
  async close(): Promise<void> {
    const pools = [...this.#pools.values()]
    this.#pools.clear()
    await Promise.all(pools.map((pool) => pool.destroy()))
  }

  #closeOldest(): void {
    const [key, pool] = this.#pools.entries().next().value!
    this.#pools.delete(key)
    // Requests under way on it are finished first.
    void pool.close()
  }
}

/**
 * As many connections as requests are under way; connect-ramp.ts decides when one may begin. TLS is verified against the
 * name in the origin, even if the environment turns that off.
 */
function openPinned(origin: string, addresses: string[], secureContext: SecureContext): Pool {
  return new Pool(origin, {
    // The one deadline of the request covers everything.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { lookup: lookupAmong(addresses), secureContext, rejectUnauthorized: true, allowH2: false },
  })
}

function lookupAmong(addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_name, options, done) => {
    if (options.all) done(null, found)
    else done(null, found[0]!.address, found[0]!.family)
  }
}
