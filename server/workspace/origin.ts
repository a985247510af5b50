/** The origin of links in answers. */
import type { FastifyRequest } from 'fastify'

/** In PUBLIC_URL, stands for the subdomain of the workspace: each has an address of its own then. */
const subdomainPlace = '{subdomain}'

/** Whether a workspace is known by its own host name alone, as in cells (docs/scaling.md). */
export const isPerWorkspace = (publicUrl: string | null) => publicUrl?.includes(subdomainPlace) ?? false

/** Where people reach a workspace. @param publicUrl  PUBLIC_URL, or where this process listens */
export const addressOf = (publicUrl: string, subdomain: string) => publicUrl.replace(subdomainPlace, subdomain)

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
  if (publicUrl) return addressOf(publicUrl, request.caller.workspace.subdomain)
  const scheme = request.protocol === 'https' ? 'https' : 'http'
  // Parsed as a URL, not matched by a pattern: `acme.localhost:@elsewhere.com` points to elsewhere.com.
  const named = URL.parse(`${scheme}://${request.host}`)
  return named?.hostname === `${request.caller.workspace.subdomain}.${baseDomain}` ? named.origin : address()
}
