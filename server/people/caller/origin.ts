/** The origin of links in answers. */
import type { FastifyRequest } from 'fastify'
import type { Origin } from '../../platform/context/context.ts'

/** Placeholder in PUBLIC_URL for the subdomain of the workspace: with it, each workspace has its own address. */
const subdomainPlaceholder = '{subdomain}'

/** Whether only its own host name identifies a workspace, as in cells (docs/scaling.md). */
export const isPerWorkspace = (publicUrl: string | null) => publicUrl?.includes(subdomainPlaceholder) ?? false

/** Where people reach a workspace. @param publicUrl  PUBLIC_URL, or where this process listens */
export const addressOf = (publicUrl: string, subdomain: string) => publicUrl.replace(subdomainPlaceholder, subdomain)

/**
 * PUBLIC_URL. Without it, the address in this request, but only if it is the workspace's own, because a `Host` header
 * can name any; otherwise the address where this process listens.
 */
export function originFor(request: FastifyRequest, { publicUrl, baseDomain, address }: Origin): string {
  if (publicUrl) return addressOf(publicUrl, request.caller.workspace.subdomain)
  const scheme = request.protocol === 'https' ? 'https' : 'http'
  // Parsed as a URL, not matched by a pattern: `acme.localhost:@elsewhere.com` points to elsewhere.com.
  const named = URL.parse(`${scheme}://${request.host}`)
  return named?.hostname === `${request.caller.workspace.subdomain}.${baseDomain}` ? named.origin : address()
}
