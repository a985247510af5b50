/** Forwarding headers of proxies. Fastify believes those of trusted proxies; this removes what even they cannot know. */
import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'

/**
 * Keeps only what can be trusted in the forwarding headers. The host is removed: many proxies pass on the one that a
 * client sent, and it would choose the workspace. Of the addresses, only those to the right of the last invalid entry
 * stay: entries further left may be invented.
 */
export function keepTrusted(headers: IncomingHttpHeaders): void {
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
