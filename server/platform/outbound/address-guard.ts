/** Decides where requests of the service may go: by what a URL says, and by what its name resolves to (decision 33 on DNS). */
import { Resolver } from 'node:dns/promises'
import { addressRule } from './addresses.ts'
import { OutboundError } from './outbound-error.ts'
import { addressIn, privateUrl, readUrl } from './url-rules.ts'

export type GuardOptions = {
  /** Networks that are admitted although they are not public; names that exist only inside are still refused. */
  exemptNetworks: string[]
  /** Addresses of this machine, which are refused. */
  ownAddresses: string[]
  /** `ip:port`; the system's if empty. */
  dnsServers: string[]
}

export class AddressGuard {
  readonly #admits: (address: string) => boolean
  readonly #names: NameResolver

  constructor({ exemptNetworks, ownAddresses, dnsServers }: GuardOptions) {
    this.#admits = addressRule({ exempt: exemptNetworks, own: ownAddresses })
    this.#names = new NameResolver(dnsServers)
  }

  /**
   * Checks a URL by its text alone, without the network.
   * @param what  what the URL is to its owner, `Webhook URL`: the first words of each message
   * @throws {OutboundError} `url` or `private`
   */
  check(text: string, what: string): URL {
    const url = readUrl(text, what)
    const address = addressIn(url)
    if (address !== null && !this.#admits(address)) throw privateUrl(what)
    return url
  }

  /**
   * Resolves the host of a checked URL twice; every address of both answers must be admitted.
   * @returns the addresses that both answers hold, at least one
   * @throws {OutboundError} `name` or `private`
   */
  async vet(url: URL, what: string): Promise<string[]> {
    const address = addressIn(url)
    if (address !== null) return [address]
    const [first, second] = [await this.#resolve(url, what), await this.#resolve(url, what)]
    const shared = first.filter((each) => second.includes(each))
    if (shared.length === 0) throw new OutboundError('name', 'The host name does not resolve consistently')
    return shared
  }

  /** The hosts that a domain names for a service, the preferred one first; they are not vetted. */
  services(name: string): Promise<ServiceHost[]> {
    return this.#names.services(name)
  }

  async #resolve(url: URL, what: string): Promise<string[]> {
    const addresses = await this.#names.resolve(url.hostname)
    if (!addresses.every(this.#admits)) throw privateUrl(what)
    return addresses
  }
}

/** `path` is what a TXT record beside it names (RFC 6764, 4). */
export type ServiceHost = { host: string; port: number; path: string | null }

const maxServiceHosts = 3

const [tryMilliseconds, tries] = [2_000, 2]

/** How long one family of addresses is waited for when the other is there. */
const graceMilliseconds = 500

/** Host names to addresses, by DNS servers alone: no hosts file, no search domains, no blocked thread. */
class NameResolver {
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

  /** Empty if there are none, or no server answers. @see RFC 2782 */
  async services(name: string): Promise<ServiceHost[]> {
    const records = await this.#resolver.resolveSrv(name).catch(() => [])
    if (records.length === 0) return []
    const texts = await this.#resolver.resolveTxt(name).catch(() => [])
    const path = texts.map((parts) => /^path=(\/.{0,1000})$/.exec(parts.join(''))?.[1]).find(Boolean) ?? null
    return records
      .sort((one, other) => one.priority - other.priority || other.weight - one.weight)
      .slice(0, maxServiceHosts)
      .map(({ name: host, port }) => ({ host: host.toLowerCase(), port, path }))
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
