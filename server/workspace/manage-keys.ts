/** API keys as their owners manage them, and super admins those of everyone (decision 29c). */
import type { FastifyRequest } from 'fastify'
import type { Db, Tx } from '../platform/db.ts'
import { ApiError, notFound } from '../platform/errors.ts'
import { isAfter, limitOf, type Page, type PageRequest, toPage } from '../platform/page.ts'
import { isStorable } from '../platform/text.ts'
import { changesOf, recordDeed } from './audit.ts'
import type { Caller } from './caller.ts'
import { type KeyEntry, saveKey } from './keys.ts'

/** Newest first; the caller's own, or all of the workspace for a super admin key. */
export async function listKeys(db: Db, caller: Caller, page: PageRequest): Promise<Page<KeyEntry>> {
  let query = keysOf(db, caller)
  if (page.after) query = query.where(isAfter('created_at', 'id', page.after))
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limitOf(page)).execute()
  return toPage('api_keys', page, rows, (row) => ({ time: row.created_at, id: row.id }))
}

/**
 * A key for the caller.
 * @throws {ApiError} 403 for a mark that only a super admin key may give
 */
export function makeKey(
  db: Db,
  now: Date,
  request: FastifyRequest,
  { name, superAdmin }: { name: string; superAdmin: boolean },
): Promise<{ key: KeyEntry; secret: string }> {
  const { workspace, user, superAdmin: mayMark } = request.caller
  if (superAdmin && !mayMark) throw new ApiError(403, 'Creating a super admin key requires super admin privileges')
  return db.transaction().execute(async (tx) => {
    const made = await saveKey(tx, now, { workspaceId: workspace.id, userId: user.id, name, superAdmin })
    const details = { api_key_id: made.key.id, owner: user.id, name, super_admin: superAdmin }
    await recordDeed(tx, now, request, { action: 'api_key.create', status: 201, details })
    return made
  })
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
