/** Host names to addresses, by DNS servers alone: no hosts file, no search domains, no blocked thread. */
import { Resolver } from 'node:dns/promises'
import { OutboundError } from './outbound-error.ts'

const [tryMilliseconds, tries] = [2_000, 2]

/** There is no such record, or name. This is an answer, unlike a timeout or a server's failure. */
const noRecord = /^(ENODATA|ENOTFOUND)$/

export class NameResolver {
  readonly #resolver = new Resolver({ timeout: tryMilliseconds, tries })

  /** @param servers  `ip:port`; the system's if empty */
  constructor(servers: string[]) {
    if (servers.length > 0) this.#resolver.setServers(servers)
  }

  /**
   * @returns the IPv4 and IPv6 addresses of a name, at least one
   * @throws {OutboundError} `name`: there are none, or half of the answer is missing
   */
  async resolve(name: string): Promise<string[]> {
    const answers = [this.#resolver.resolve4(name), this.#resolver.resolve6(name)].map((answer) =>
      answer.catch((error: Error & { code?: string }) => {
        if (noRecord.test(error.code ?? '')) return []
        throw unresolved(error)
      }),
    )
    const addresses = (await Promise.all(answers)).flat()
    if (addresses.length === 0) throw unresolved()
    return addresses
  }
}

const unresolved = (cause?: Error) => new OutboundError('name', 'The host name could not be resolved', cause)
