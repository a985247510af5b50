/** Where links lead that a caller is answered with. */
import type { FastifyRequest } from 'fastify'

export type OriginTerms = {
  /** PUBLIC_URL. */
  publicUrl: string | null
  baseDomain: string
  /** Where this process listens. */
  address(): string
}

/**
 * PUBLIC_URL; without it the address that this request named, but only if that is the workspace's own, as a `Host` header
 * can name any; otherwise where this process listens.
 */
export function originFor(request: FastifyRequest, { publicUrl, baseDomain, address }: OriginTerms): string {
  if (publicUrl) return publicUrl
  const scheme = request.protocol === 'https' ? 'https' : 'http'
  // The parser's view, not that of a pattern: `acme.localhost:@elsewhere.com` leads elsewhere.
  const named = URL.parse(`${scheme}://${request.host}`)
  return named?.hostname === `${request.caller.workspace.subdomain}.${baseDomain}` ? named.origin : address()
}
