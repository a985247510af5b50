/** API keys as their owners manage them, and super admins those of everyone (decision 29c). */
import type { FastifyRequest } from 'fastify'
import type { Db, Tx } from '../platform/db.ts'
import { ApiError, notFound } from '../platform/errors.ts'
import { newId } from '../platform/id.ts'
import { isAfter, limitOf, type Page, type PageRequest, toPage } from '../platform/page.ts'
import { isStorable } from '../platform/text.ts'
import type { ApiKeyRow } from '../tables.ts'
import { changesOf, recordDeed } from './audit.ts'
import type { Caller } from './caller.ts'
import { hashSecret, newSecret } from './keys.ts'

/** What is told of a key. `super_admin` is its mark; whether it counts depends on the owner and the plan too. */
export type KeyEntry = Omit<ApiKeyRow, 'workspace_id' | 'secret_hash'>

/** Newest first; the caller's own, or all of the workspace for a super admin key. */
export async function listKeys(db: Db, caller: Caller, page: PageRequest): Promise<Page<KeyEntry>> {
  let query = keysOf(db, caller)
  if (page.after) query = query.where(isAfter('created_at', 'id', page.after))
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limitOf(page)).execute()
  return toPage('api_keys', page, rows, (row) => ({ time: row.created_at, id: row.id }))
}

/**
 * A key for the caller.
 * @returns its secret too, for the only time
 * @throws {ApiError} 403 for a mark that only a super admin key may give
 */
export async function makeKey(
  db: Db,
  now: Date,
  request: FastifyRequest,
  wanted: { name: string; superAdmin: boolean },
): Promise<{ key: KeyEntry; secret: string }> {
  const { caller } = request
  if (wanted.superAdmin && !caller.superAdmin) {
    throw new ApiError(403, 'Creating a super admin key requires super admin privileges')
  }
  const secret = newSecret()
  const key = {
    id: newId('k', now),
    user_id: caller.user.id,
    name: wanted.name,
    super_admin: wanted.superAdmin,
    active: true,
    created_at: now,
    last_used_at: null,
  }
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('api_keys')
      .values({ workspace_id: caller.workspace.id, ...key, secret_hash: hashSecret(secret) })
      .execute()
    const details = { api_key_id: key.id, owner: key.user_id, name: key.name, super_admin: key.super_admin }
    await recordDeed(tx, now, request, { action: 'api_key.create', status: 201, details })
  })
  return { key, secret }
}

/**
 * A key that is switched off is refused by the next request that comes with it.
 * @throws {ApiError} 404 for a key that is unknown or, without super admin, another's
 */
export function changeKey(
  db: Db,
  now: Date,
  request: FastifyRequest,
  id: string,
  wanted: { name?: string | null; active?: boolean | null },
): Promise<KeyEntry> {
  return db.transaction().execute(async (tx) => {
    const key = await holdKey(tx, request.caller, id)
    const changes = changesOf(key, ['name', 'active'], wanted)
    if (!changes) return key
    await tx
      .updateTable('api_keys')
      .set({ ...changes.after })
      .where('workspace_id', '=', request.caller.workspace.id)
      .where('id', '=', id)
      .execute()
    const details = { api_key_id: id, owner: key.user_id, ...changes }
    await recordDeed(tx, now, request, { action: 'api_key.change', details })
    return { ...key, ...changes.after }
  })
}

/**
 * A workspace webhook that it made stays, remembers it, and is stopped for good (spec 3.3).
 * @throws {ApiError} 404 for a key that is unknown or, without super admin, another's
 */
export async function deleteKey(db: Db, now: Date, request: FastifyRequest, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const key = await holdKey(tx, request.caller, id)
    await tx
      .deleteFrom('api_keys')
      .where('workspace_id', '=', request.caller.workspace.id)
      .where('id', '=', id)
      .execute()
    const details = { api_key_id: id, owner: key.user_id, name: key.name }
    await recordDeed(tx, now, request, { action: 'api_key.delete', details })
  })
}

async function holdKey(tx: Tx, caller: Caller, id: string): Promise<KeyEntry> {
  const key = isStorable(id) ? await keysOf(tx, caller).where('id', '=', id).forUpdate().executeTakeFirst() : undefined
  if (!key) throw notFound('API key')
  return key
}

function keysOf(db: Db, { workspace, user, superAdmin }: Caller) {
  const query = db
    .selectFrom('api_keys')
    .select(['id', 'user_id', 'name', 'super_admin', 'active', 'created_at', 'last_used_at'])
    .where('workspace_id', '=', workspace.id)
  return superAdmin ? query : query.where('user_id', '=', user.id)
}
