/** The origin of links in answers. */
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
  // Parsed as a URL, not matched by a pattern: `acme.localhost:@elsewhere.com` points to elsewhere.com.
  const named = URL.parse(`${scheme}://${request.host}`)
  return named?.hostname === `${request.caller.workspace.subdomain}.${baseDomain}` ? named.origin : address()
}
