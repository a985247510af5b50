/**
 * Which addresses the service may send requests to: those of the public internet, and what its operator exempts. *Pure.*
 * @see decision 33 on DNS; the IANA registries of special-purpose addresses (RFC 6890)
 */
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = [Address, bits: number]

/** Private, local, reserved, for documentation or measurement, multicast; and the address of one cloud's internal services. */
const refused4 = networks(
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4', '168.63.129.16/32'],
)

/** Only this is global unicast. Outside lie IPv4 written as IPv6, unique local, link-local and multicast addresses. */
const global6 = networks('2000::/3')

/** Inside it: tunnels and protocol assignments (Teredo, ORCHID), documentation, 6to4, anycast to private servers. */
const refused6 = networks('2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20')

/**
 * @param exempt  networks (`10.1.0.0/16`) that are always admitted
 * @param own     addresses of this machine, never admitted unless exempt
 * @returns whether a request may go to an address, written as a resolver or `URL` writes it; false for anything else
 */
export function addressRule({ exempt, own }: { exempt: string[]; own: string[] }): (text: string) => boolean {
  const exemptNetworks = networks(...exempt)
  const ownAddresses = new Set(own.map((text) => parse(text)?.toNormalizedString()))
  return (text) => {
    const address = parse(text)
    if (!address) return false
    if (isWithin(address, exemptNetworks)) return true
    return isPublic(address) && !ownAddresses.has(address.toNormalizedString())
  }
}

/** @returns whether an address, as a socket or a proxy writes it, lies in one of the networks */
export function networkRule(texts: string[]): (text: string | undefined) => boolean {
  const among = networks(...texts)
  return (text) => {
    const address = text === undefined ? null : parse(text)
    if (!address) return false
    // A socket that listens for both kinds writes `::ffff:10.1.0.1`.
    const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()
    return isWithin(isMapped ? address.toIPv4Address() : address, among)
  }
}

function isPublic(address: Address): boolean {
  if (address instanceof ipaddr.IPv4) return !isWithin(address, refused4)
  if (!isWithin(address, global6) || isWithin(address, refused6)) return false
  const embedded = isatapAddress(address)
  return !embedded || isPublic(embedded)
}

/** The IPv4 address at the end of an ISATAP interface id (RFC 5214), where packets to it really go. */
function isatapAddress({ parts }: ipaddr.IPv6): ipaddr.IPv4 | null {
  const [high, low] = [parts[6]!, parts[7]!]
  const isIsatap = (parts[4] === 0 || parts[4] === 0x0200) && parts[5] === 0x5efe
  return isIsatap ? new ipaddr.IPv4([high >> 8, high & 255, low >> 8, low & 255]) : null
}

/** Only the plain forms: `010.0.0.1`, `127.1` and zone ids mean different things to different programs. */
function parse(text: string): Address | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  return text.includes(':') && !text.includes('%') && ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : null
}

function networks(...texts: string[]): Network[] {
  return texts.map((text) => ipaddr.parseCIDR(text))
}

function isWithin(address: Address, among: Network[]): boolean {
  return among.some(([network, bits]) => address.kind() === network.kind() && address.match(network as never, bits))
}
