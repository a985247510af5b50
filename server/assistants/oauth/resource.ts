/** What tokens are for, and who gives them: the address of this `/mcp` as the request's host names it (RFC 8707, 9728). */
import type { FastifyRequest } from 'fastify'
import { subdomainOf } from '../../workspace/host.ts'
import type { OriginTerms } from '../../workspace/origin.ts'
import { ownOrigin } from '../../workspace/sessions/browser.ts'

/**
 * A workspace's own host is an issuer of its own; otherwise PUBLIC_URL. Without it one's own computer may be named as one likes:
 * a client compares the answer with what it was told.
 */
export function issuerOf(request: FastifyRequest, { publicUrl, baseDomain, address }: OriginTerms): string {
  // Parsed as a URL: what stands in a `Host` header may read otherwise than it looks.
  const named = URL.parse(ownOrigin(request, { publicUrl }))
  if (named && subdomainOf(named.hostname, baseDomain) !== null) return named.origin
  if (publicUrl) return publicUrl
  return named && ['localhost', '127.0.0.1', '[::1]'].includes(named.hostname) ? named.origin : address()
}

export const resourceOf = (request: FastifyRequest, terms: OriginTerms) => `${issuerOf(request, terms)}/mcp`

export const resourceMetadataPath = '/.well-known/oauth-protected-resource/mcp'
