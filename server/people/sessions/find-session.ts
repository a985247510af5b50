/** Finds the caller whose session this is (decision 41). */
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/db.ts'
import type { UserRow, WorkspaceRow } from '../../platform/postgres/tables.ts'
import type { Caller } from '../caller/caller.ts'
import { type FreezeState, freezeOfWorkspace } from '../caller/frozen.ts'
import type { KeyLimits } from '../caller/scopes.ts'
import { isElevated, sessionIsValid, sessionsWithOwners } from './validity.ts'

type Found = KeyLimits &
  Pick<UserRow, 'workspace_id' | 'email' | 'full_name'> &
  Pick<WorkspaceRow, 'name' | 'subdomain' | 'webhooks' | 'workspace_webhooks' | 'compatibility'> & {
    session_id: string
    user_id: string
    key_id: string | null
    last_used_at: Date
    super_admin: boolean
    frozen: FreezeState | null
  }

/** Finds it by the hash of its token, unless it has ended or its person is deactivated. */
export async function findSession(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<{ caller: Caller; lastUsedAt: Date } | undefined> {
  const { rows } = await sql<Found>`
    select session.id as session_id, session.workspace_id, session.user_id, session.key_id, session.last_used_at,
      key.scopes, key.expires_at, ${isElevated(now)} as super_admin, owner.email, owner.full_name,
      workspace.name, workspace.subdomain, workspace.webhooks, workspace.workspace_webhooks, workspace.compatibility,
      ${freezeOfWorkspace} as frozen
    from ${sessionsWithOwners}
    where session.token_hash = ${tokenHash} and owner.active and ${sessionIsValid(now)}`.execute(db)
  const [found] = rows
  if (!found) return undefined
  const { session_id: id, user_id: userId, key_id: keyId, scopes, expires_at } = found
  const caller: Caller = {
    workspace: { id: found.workspace_id, name: found.name, subdomain: found.subdomain },
    user: { id: userId, email: found.email, full_name: found.full_name },
    superAdmin: found.super_admin,
    via: { kind: 'session', id, userId, keyId, scopes, expires_at },
    switches: { webhooks: found.webhooks, workspaceWebhooks: found.workspace_webhooks },
    compatibility: found.compatibility,
    frozen: found.frozen,
  }
  return { caller, lastUsedAt: found.last_used_at }
}

const writtenEveryMs = 60_000

/** Records when, and from where, a session was used; at most once a minute, whatever the number of requests. */
export async function recordUse(
  db: Db,
  now: Date,
  { caller, lastUsedAt }: { caller: Caller; lastUsedAt: Date },
  address: string,
): Promise<void> {
  const due = new Date(now.getTime() - writtenEveryMs)
  if (lastUsedAt > due) return
  await db
    .updateTable('sessions')
    .set({ last_used_at: now, address })
    .where('workspace_id', '=', caller.workspace.id)
    .where('id', '=', caller.via.id)
    .where('last_used_at', '<=', due)
    .execute()
}
