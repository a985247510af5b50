/**
 * Finds the calendars of a person from the address that they name: a server's page, their own collection, or a domain.
 * @see RFC 6764 (well-known address, SRV and TXT), RFC 5397 (current-user-principal), RFC 4791, 6.2.1, RFC 6638, 2.4.1
 */
import { OutboundError } from '../outbound/outbound-error.ts'
import type { DavClient, DavDeps } from './dav-client.ts'
import { DavError } from './dav-client.ts'
import { hrefsIn, propertyOf } from './multistatus.ts'

export type DavHome = {
  /** The address of the person at the server. */
  principal: string
  /** Collections that hold their calendars. */
  homes: string[]
  /** Their e-mail addresses, as the server knows them. */
  addresses: string[]
}

const maxHomes = 5

const ownPrincipal = '<D:propfind xmlns:D="DAV:"><D:prop><D:current-user-principal/></D:prop></D:propfind>'
const ofPrincipal =
  '<D:propfind xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop>' +
  '<C:calendar-home-set/><C:calendar-user-address-set/></D:prop></D:propfind>'

/**
 * @throws {DavError} with `status` 401 if the password is refused
 * @throws {OutboundError} the named server does not answer
 */
export async function discover({ outbound }: Pick<DavDeps, 'outbound'>, client: DavClient): Promise<DavHome> {
  const principal = await findPrincipal(outbound, client)
  const { responses } = await client.list(principal, { method: 'PROPFIND', depth: '0', body: ofPrincipal })
  const [found = { properties: [] }] = responses
  const homes = hrefsIn(propertyOf(found, 'calendar-home-set')).map((href) => client.admit(href, principal))
  const admitted = homes.filter((url) => url !== null).slice(0, maxHomes)
  if (homes.length > 0 && admitted.length === 0) throw new DavError('The server says that the calendars are elsewhere')
  if (admitted.length === 0) throw new DavError('The server has no calendars for this user name')
  const addresses = hrefsIn(propertyOf(found, 'calendar-user-address-set')).flatMap(addressIn)
  return { principal: principal.href, homes: admitted.map(({ href }) => href), addresses }
}

const addressIn = (href: string): string[] => {
  const address = /^mailto:([^?]{3,320})$/i.exec(href)?.[1]
  return address?.includes('@') ? [address] : []
}

/** Of a domain alone the well-known address comes first: its page may be of another program, which wants another password. */
async function findPrincipal(outbound: DavDeps['outbound'], client: DavClient): Promise<URL> {
  const isDomain = client.named.pathname === '/'
  const errors: unknown[] = []
  for (const place of isDomain ? [wellKnown, ownAddress, ofDomain] : [ownAddress, wellKnown])
    for (const url of await place(client, outbound)) {
      const principal = await principalAt(client, url).catch((error: unknown) => {
        if (!isPassing(error)) throw error
        errors.push(error)
        return null
      })
      if (principal) return principal
    }
  throw errors.find(isTelling) ?? new DavError('There is no calendar server at this address', { cause: errors[0] })
}

async function principalAt(client: DavClient, url: URL): Promise<URL | null> {
  const { responses, url: base } = await client.list(url, { method: 'PROPFIND', depth: '0', body: ownPrincipal })
  const href = responses.flatMap((each) => hrefsIn(propertyOf(each, 'current-user-principal')))[0]
  return href === undefined ? null : client.admit(href, base)
}

/** The next place may be the right one; a password that was refused or a server that wants a pause is asked no more. */
const isPassing = (error: unknown) =>
  error instanceof OutboundError || (error instanceof DavError && error.status !== 401 && error.status !== 429)

/** Says more than that nothing is there. */
const isTelling = (error: unknown) =>
  error instanceof OutboundError || (error instanceof DavError && (error.status === null || error.status >= 500))

type Place = (client: DavClient, outbound: DavDeps['outbound']) => Promise<URL[]>

const ownAddress: Place = async ({ named }) => [named]

const path = '/.well-known/caldav'

/** Asked without the password, since it leads to any address; only one of the same server is taken. */
const wellKnown: Place = async (client) => {
  const target = await client.findRedirect(path)
  const url = target && client.admit(target.href, client.named)
  return url ? [url] : []
}

/** DNS can be forged, so a host is only taken if it is below the domain, for which its certificate vouches. */
const ofDomain: Place = async (client, outbound) => {
  const { hostname } = client.named
  const services = await outbound.services(`_caldavs._tcp.${hostname}`)
  return services
    .filter(({ host }) => host === hostname || host.endsWith(`.${hostname}`))
    .flatMap(({ host, port, path: own }) => {
      const url = client.admit(own ?? path, new URL(`https://${host}:${port}`))
      return url ? [url] : []
    })
}
