/**
 * Which URLs the service sends requests to: public HTTPS addresses, written plainly. *Pure*: names are not resolved here.
 * A URL is parsed once, as browsers do it, and only its parsed form is used from then on.
 * @see spec 5.3, decision 33 on DNS
 */
import { OutboundError } from './outbound-error.ts'

const longestUrl = 2_048

/** Names that exist only inside some network, or nowhere (RFC 6761, RFC 8375, and customary ones). */
const insideNames = new RegExp(
  `(^|\\.)(${[
    ...['local', 'internal', 'localhost', 'localdomain', 'home\\.arpa', 'arpa', 'lan', 'home', 'corp', 'intranet'],
    ...['private', 'onion', 'test', 'invalid', 'example'],
  ].join('|')})$`,
)

const label = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/

/** The Fetch standard's bad ports, and databases and control planes that answer to HTTP or are confused by it. */
const refusedPorts = new Set(
  `0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135
  137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719
  1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080
  2375 2376 3306 5432 6379 9200 11211 27017`.split(/\s+/),
)

/**
 * @param what  what the URL is to its owner, `Webhook URL`: the first words of each message
 * @throws {OutboundError} `url`, or `private` for a host name that only exists inside
 */
export function readUrl(text: string, what: string): URL {
  const refuse = (words: string) => new OutboundError('url', `${what} ${words}`)
  if (text.length > longestUrl) throw refuse(`must have at most ${longestUrl} characters`)
  // The parser would drop or repair these, and another parser might repair them in another way.
  if (/[\p{C}\p{Z}\\]/u.test(text)) throw refuse('must not contain spaces, backslashes or control characters')
  if (!/^https:\/\/[^/]/i.test(text)) throw refuse('must start with https:// and a host name')
  const authority = text.slice('https://'.length).split(/[/?#]/, 1)[0]!
  if (authority.includes('@')) throw refuse('must not contain a user name or password')
  if (!URL.canParse(text)) throw refuse('is not a valid URL')
  const url = new URL(text)
  if (url.href.length > longestUrl) throw refuse(`must have at most ${longestUrl} characters`)
  if (refusedPorts.has(url.port)) throw refuse(`must not use port ${url.port}`)
  if (addressIn(url) === null) checkName(url.hostname, what, refuse)
  return url
}

/** Checks the syntax first; then whether the name exists only inside, with or without a final dot; then the dot itself. */
function checkName(host: string, what: string, refuse: (words: string) => OutboundError): void {
  const name = host.replace(/\.$/, '')
  const malformed = refuse('must have a valid host name, without a dot at its end')
  if (host.length > 253 || !name.split('.').every((each) => label.test(each))) throw malformed
  if (!name.includes('.') || insideNames.test(name)) throw privateUrl(what)
  if (name !== host) throw malformed
}

/** The address in the URL in place of a name, or null. The parser has written every number form as four decimal parts. */
export function addressIn({ hostname }: URL): string | null {
  if (hostname.startsWith('[')) return hostname.slice(1, -1)
  // A name whose last part is a number is an address, or the parser has refused it.
  return /\.\d+$/.test(hostname) ? hostname : null
}

/** The one sentence for every address and name inside, so that it reveals nothing of them (spec 7.3). */
export const privateUrl = (what: string) => new OutboundError('private', `${what} cannot point to private IP address`)
