/** Finds the caller whose key this is (spec 5.1, decision 6). */
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/db.ts'
import type { Caller } from '../caller/caller.ts'
import { freezeOfWorkspace } from '../caller/frozen.ts'
import { isExpired } from '../caller/scopes.ts'

export type FindKey = (secretHash: Buffer, now: Date) => Promise<Caller | undefined>

/** Whose key it is, also one that is switched off or has expired. */
export async function findKeyOwner(db: Db, secretHash: Buffer) {
  const key = db.selectFrom('api_keys').select(['id', 'workspace_id', 'user_id']).where('secret_hash', '=', secretHash)
  return await key.executeTakeFirst()
}

/**
 * Finds active keys of active people by their hash; expired ones are not found. Every request with a key runs this, so
 * the statement is compiled once and only the hash changes.
 */
export function keyFinder(db: Db): FindKey {
  const statement = db
    .selectFrom('api_keys as key')
    .innerJoin('users as owner', (join) =>
      join.onRef('owner.workspace_id', '=', 'key.workspace_id').onRef('owner.id', '=', 'key.user_id'),
    )
    .innerJoin('workspaces as workspace', 'workspace.id', 'key.workspace_id')
    .select(['key.id as key_id', 'key.super_admin', 'key.workspace_id', 'key.user_id', 'key.scopes', 'key.expires_at'])
    .select(['owner.email', 'owner.full_name', 'owner.admin'])
    .select(['workspace.name', 'workspace.subdomain', 'workspace.plan'])
    .select(['workspace.webhooks', 'workspace.workspace_webhooks', 'workspace.compatibility'])
    .select(freezeOfWorkspace.as('frozen'))
    .where('key.secret_hash', '=', Buffer.alloc(0))
    .where(sql<boolean>`key.active and owner.active`)
    .compile()
  return async (secretHash, now) => {
    const query: typeof statement = { ...statement, parameters: [secretHash] }
    const found = (await db.executeQuery(query)).rows[0]
    if (!found || isExpired(found, now)) return undefined
    const { key_id: id, user_id: userId, scopes, expires_at } = found
    return {
      workspace: { id: found.workspace_id, name: found.name, subdomain: found.subdomain },
      user: { id: userId, email: found.email, full_name: found.full_name },
      superAdmin: found.super_admin && found.admin && found.plan === 'enterprise',
      via: { kind: 'key', id, userId, keyId: id, scopes, expires_at },
      switches: { webhooks: found.webhooks, workspaceWebhooks: found.workspace_webhooks },
      compatibility: found.compatibility,
      frozen: found.frozen,
    }
  }
}
