/** What proxies say of a request. Fastify believes those that the operator trusts; here they say no more than they should. */
import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'

/**
 * Leaves of the forwarding headers what may be believed of a trusted proxy. The host is never: many pass on what a client
 * sent, and it would choose the workspace. Of the addresses those to the right of the first that is none: whoever wrote
 * that one, those further left are no better known.
 */
export function keepBelievable(headers: IncomingHttpHeaders): void {
  delete headers['x-forwarded-host']
  if (!/(^|,) *https? *$/.test(String(headers['x-forwarded-proto'] ?? ''))) delete headers['x-forwarded-proto']
  const sent = headers['x-forwarded-for']
  if (sent === undefined) return
  const addresses = String(sent)
    .split(',')
    .map((text) => addressOf(text.trim()))
  const known = addresses.slice(addresses.lastIndexOf(null) + 1)
  if (known.length > 0) headers['x-forwarded-for'] = known.join(', ')
  else delete headers['x-forwarded-for']
}

/** `192.0.2.1`, `192.0.2.1:443`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:443`; null for anything else. */
function addressOf(text: string): string | null {
  const [, six, four] = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/.exec(text) ?? []
  const address = six ?? four ?? text
  return isIP(address) && !address.includes('%') ? address : null
}
