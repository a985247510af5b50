/** The workspace that a request's host names (decision 4 on keys). */
import type { FastifyRequest } from 'fastify'
import { notFound } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { freezeOf, requireServed } from '../caller/frozen.ts'
import { isPerWorkspace } from '../caller/origin.ts'
import { ownOrigin } from '../sessions/browser.ts'

/** `acme` of `acme.meetings.example.com`; null on any other host, where only the key or session names the workspace. */
export function subdomainOf(hostname: string, baseDomain: string): string | null {
  const host = hostname.toLowerCase().replace(/\.$/, '')
  return host.endsWith(`.${baseDomain}`) ? host.slice(0, -baseDomain.length - 1) : null
}

/** BASE_DOMAIN and PUBLIC_URL. */
export type HostOptions = { baseDomain: string; publicUrl: string | null }

/**
 * The origin that another service sends the browser back to. It must be the host that has the cookie: that of the
 * workspace, otherwise PUBLIC_URL. That service accepts only hosts that it knows, so a made-up one has no effect.
 */
export function browserOrigin(request: FastifyRequest, { baseDomain, publicUrl }: HostOptions): string {
  return subdomainOf(request.hostname, baseDomain) === null ? publicUrl! : ownOrigin(request, { publicUrl })
}

export type NamedWorkspace = { id: string; subdomain: string }

/**
 * For requests without a key. Where each workspace has a host of its own, others may be in another database, and a browser
 * belongs at its workspace's host.
 * @returns null if the host names none
 * @throws {ApiError} 404 for a workspace that does not exist, and for no workspace where each has a host of its own
 */
export async function workspaceOfHost(
  db: Db,
  { hostname }: Pick<FastifyRequest, 'hostname'>,
  { baseDomain, publicUrl }: HostOptions,
): Promise<NamedWorkspace | null> {
  const subdomain = subdomainOf(hostname, baseDomain)
  if (subdomain === null && isPerWorkspace(publicUrl)) throw notFound('Workspace')
  return subdomain === null ? null : findWorkspace(db, subdomain)
}

/** @throws {ApiError} 404; 503 for one that is moved to another database */
export async function findWorkspace(db: Db, subdomain: string): Promise<NamedWorkspace> {
  const workspace = await db
    .selectFrom('workspaces')
    .select(['id', 'subdomain'])
    .where('subdomain', '=', subdomain)
    .executeTakeFirst()
  if (!workspace) throw notFound('Workspace')
  requireServed(await freezeOf(db, workspace.id))
  return workspace
}
