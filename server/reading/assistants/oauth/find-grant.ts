/** Finds the caller whose assistant sent this token (decision 48). */
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Caller } from '../../../people/caller/caller.ts'
import { type FreezeState, freezeOfWorkspace } from '../../../people/caller/frozen.ts'
import { keyIsValid } from '../../../people/caller/keys.ts'
import type { Scopes } from '../../../people/caller/scopes.ts'
import type { RouteTokens } from '../../../people/requests/require-caller.ts'
import type { Origin } from '../../../platform/context/context.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import type { OAuthGrantRow, UserRow, WorkspaceRow } from '../../../platform/postgres/tables.ts'
import { accessPrefix, hashOf } from './proof.ts'
import { issuerOf, type Opened, resourceMetadataPath, resourcesOf } from './resource.ts'

type FoundGrant = Pick<
  OAuthGrantRow,
  'workspace_id' | 'id' | 'user_id' | 'key_id' | 'scopes' | 'expires_at' | 'last_used_at'
> &
  Pick<UserRow, 'email' | 'full_name'> &
  Pick<WorkspaceRow, 'name' | 'subdomain' | 'webhooks' | 'workspace_webhooks' | 'compatibility'> & {
    key_scopes: Scopes
    frozen: FreezeState | null
  }

/** The tokens that `/mcp`, or the routes for recorders, accept besides keys and sessions. */
export const grantTokens = (db: Db, origin: Origin, opened: Opened): RouteTokens => ({
  async find(request, token, now) {
    if (!token.startsWith(accessPrefix)) return undefined
    const found = await readGrant(db, token, resourcesOf(request, origin)[opened], now)
    if (!found) return undefined
    await recordUse(db, found, request, now)
    return callerOf(found)
  },
  challenge: (request) =>
    `Bearer realm="minutebook", resource_metadata="${issuerOf(request, origin)}${resourceMetadataPath}"`,
})

/** Ignores a grant that has ended or is for another resource, of a deactivated person, or of a key that is not valid. */
async function readGrant(db: Db, token: string, resource: string, now: Date): Promise<FoundGrant | undefined> {
  const { rows } = await sql<FoundGrant>`
    select held.workspace_id, held.id, held.user_id, held.key_id, held.scopes, held.expires_at, held.last_used_at,
      key.scopes as key_scopes, owner.email, owner.full_name,
      workspace.name, workspace.subdomain, workspace.webhooks, workspace.workspace_webhooks, workspace.compatibility,
      ${freezeOfWorkspace} as frozen
    from oauth_grants held
    join users owner on owner.workspace_id = held.workspace_id and owner.id = held.user_id
    join workspaces workspace on workspace.id = held.workspace_id
    left join api_keys key on key.workspace_id = held.workspace_id and key.id = held.key_id
    where held.access_hash = ${hashOf(token)} and held.resource = ${resource}
      and held.access_expires_at > ${now} and held.expires_at > ${now}
      and owner.active and (held.key_id is null or ${keyIsValid(now)})`.execute(db)
  return rows[0]
}

/** Acts as the person, never as super admin, even if the session that allowed the grant was. */
function callerOf(found: FoundGrant): Caller {
  const { id, user_id: userId, key_id: keyId, key_scopes, expires_at } = found
  const scopes = found.scopes.filter((scope) => key_scopes === null || key_scopes.includes(scope))
  return {
    workspace: { id: found.workspace_id, name: found.name, subdomain: found.subdomain },
    user: { id: userId, email: found.email, full_name: found.full_name },
    superAdmin: false,
    via: { kind: 'grant', id, userId, keyId, scopes, expires_at },
    switches: { webhooks: found.webhooks, workspaceWebhooks: found.workspace_webhooks },
    compatibility: found.compatibility,
    frozen: found.frozen,
  }
}

const useWrittenEveryMs = 60_000

/** Writes at most once a minute. A failure is only logged, so that reading works while the database is read-only. */
async function recordUse(db: Db, found: FoundGrant, request: FastifyRequest, now: Date): Promise<void> {
  if (found.last_used_at && found.last_used_at.getTime() > now.getTime() - useWrittenEveryMs) return
  try {
    await db
      .updateTable('oauth_grants')
      .set({ last_used_at: now })
      .where('workspace_id', '=', found.workspace_id)
      .where('id', '=', found.id)
      .execute()
  } catch (err) {
    request.log.warn({ err }, 'The use of a grant could not be noted')
  }
}
