/** Whether an address is of the server that a person named, so that their password may go there. *Pure.* */
import { addressIn } from '../outbound/url-rules.ts'

/**
 * The same origin; or, by name, a host of the same site: iCloud answers for `caldav.icloud.com` that a person's calendars
 * are on `p42-caldav.icloud.com`, and Fastmail for `fastmail.com` that they are on a host below it.
 */
export function isSameServer(named: URL, other: URL): boolean {
  if (other.origin === named.origin) return true
  const areNamed = [named, other].every((url) => url.protocol === 'https:' && addressIn(url) === null)
  const site = siteOf(named.hostname)
  return areNamed && (other.hostname === site || other.hostname.endsWith(`.${site}`))
}

/** Without its first part, unless only two are there. */
function siteOf(host: string): string {
  const parts = host.split('.')
  return parts.length > 2 ? parts.slice(1).join('.') : host
}
