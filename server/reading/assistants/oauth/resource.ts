/** The resources that tokens are for, and their issuer, all by the request's host (RFC 8707, 9728). */
import type { FastifyRequest } from 'fastify'
import { subdomainOf } from '../../../people/requests/host.ts'
import { ownOrigin } from '../../../people/sessions/browser.ts'
import type { Config } from '../../../platform/context/config.ts'
import type { Origin } from '../../../platform/context/context.ts'

/**
 * A workspace's own host is its own issuer; otherwise PUBLIC_URL. Without that setting, any name of the local computer
 * is accepted and repeated, because a client compares the issuer with the address that it was given.
 */
export function issuerOf(request: FastifyRequest, { publicUrl, baseDomain, address }: Origin): string {
  // Parsed as a URL: the text of a `Host` header may mean another host than it seems to.
  const named = URL.parse(ownOrigin(request, { publicUrl }))
  if (named && subdomainOf(named.hostname, baseDomain) !== null) return named.origin
  if (publicUrl) return publicUrl
  return named && ['localhost', '127.0.0.1', '[::1]'].includes(named.hostname) ? named.origin : address()
}

/** Whether assistants may sign in: OAuth asks people for consent on a page of the console. */
export const hasOAuth = ({ oauth, console }: Pick<Config, 'oauth' | 'console'>) => oauth && console

/** What a grant opens: `/mcp` for an assistant, and what a recording needs for a recorder (docs/decisions/oauth.md). */
const paths = { assistant: '/mcp', recorder: '/api/v1' } as const
export type Opened = keyof typeof paths

export function resourcesOf(request: FastifyRequest, options: Origin): Record<Opened, string> {
  const issuer = issuerOf(request, options)
  return { assistant: issuer + paths.assistant, recorder: issuer + paths.recorder }
}

export const openedBy = (resource: string): Opened => (resource.endsWith(paths.recorder) ? 'recorder' : 'assistant')

export const resourceMetadataPath = '/.well-known/oauth-protected-resource/mcp'
