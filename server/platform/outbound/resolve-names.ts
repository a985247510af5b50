/** Host names to addresses, by DNS servers alone: no hosts file, no search domains, no blocked thread. */
import { Resolver } from 'node:dns/promises'
import { OutboundError } from './outbound-error.ts'

const [tryMilliseconds, tries] = [2_000, 2]

/** How long one family of addresses is waited for when the other is there. */
const graceMilliseconds = 500

export class NameResolver {
  readonly #resolver = new Resolver({ timeout: tryMilliseconds, tries })

  /** @param servers  `ip:port`; the system's if empty */
  constructor(servers: string[]) {
    if (servers.length > 0) this.#resolver.setServers(servers)
  }

  /**
   * A family that has no addresses, fails or does not answer in time does not hide the other.
   * @returns the IPv4 and IPv6 addresses of a name, at least one
   * @throws {OutboundError} `name`: there are none
   */
  async resolve(name: string): Promise<string[]> {
    const families = [this.#resolver.resolve4(name), this.#resolver.resolve6(name)]
    const found: string[] = []
    const answers = families.map(async (family) => {
      const addresses = await family
      // An alias without addresses is an empty answer.
      if (addresses.length === 0) throw new Error('No addresses')
      found.push(...addresses)
    })
    await Promise.any(answers).catch(({ errors }: AggregateError) => {
      throw new OutboundError('name', 'The host name could not be resolved', errors[0])
    })
    await within(graceMilliseconds, Promise.allSettled(answers))
    // A copy: what arrives later has not been vetted.
    return [...found]
  }
}

/** Resolves with the promise, or when the time is up. */
function within(milliseconds: number, promise: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    void promise.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
