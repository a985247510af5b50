/**
 * What headers say of a request's host and origin. Fastify believes the forwarding headers of trusted proxies; this
 * removes what even they cannot know.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { ApiError } from '../errors.ts'

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

/**
 * The host names the workspace, and of two hosts a proxy could read the other one (RFC 9112, 3.2).
 * @throws {ApiError} 400 without exactly one `Host`; only HTTP/1.0, as of old health checks, may have none
 */
export function requireOneHost({ rawHeaders, headers, httpVersion }: IncomingMessage): void {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts > 1 || (hosts === 0 && httpVersion !== '1.0')) throw new ApiError(400, 'Send exactly one Host header')
  if (/[\s,/@?#\\]/.test(headers.host ?? '')) throw new ApiError(400, 'The Host header is not valid')
}
