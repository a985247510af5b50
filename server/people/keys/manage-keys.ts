/** API keys as their owners manage them, and super admins those of everyone (decision 29c). */
import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context/context.ts'
import { ApiError, invalid, notFound } from '../../platform/errors.ts'
import { isAfter, limitOf, type Page, type PageRequest, toPage } from '../../platform/http/page.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { isStorable } from '../../platform/text.ts'
import { recordAction } from '../caller/audit.ts'
import type { Caller } from '../caller/caller.ts'
import { type KeyEntry, keyIsValid, saveKey } from '../caller/keys.ts'
import { SuperAdminRequired } from '../caller/require-super-admin.ts'
import { hasScope, isExpired, requireScope, requireWithin } from '../caller/scopes.ts'

/** Newest first; the caller's own, or all of the workspace for a super admin key with the scope `admin`. */
export async function listKeys(db: Db, caller: Caller, page: PageRequest): Promise<Page<KeyEntry>> {
  let query = selectKeys(db, caller)
  if (!caller.superAdmin || !hasScope(caller.via, 'admin')) query = query.where('user_id', '=', caller.user.id)
  if (page.after) query = query.where(isAfter('created_at', 'id', page.after))
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limitOf(page)).execute()
  return toPage('api_keys', page, rows, (row) => ({ time: row.created_at, id: row.id }))
}

/**
 * A key for the caller.
 * @throws {ApiError} 403 for the super admin mark without super admin, and for more than the caller's key has; 400 for
 *   an expiry that has passed; 409 for one key too many
 */
export function makeKey(
  { db, clock, maxPerPerson }: Pick<Context, 'db' | 'clock'> & { maxPerPerson: number },
  request: FastifyRequest,
  wanted: Pick<KeyEntry, 'name' | 'super_admin' | 'scopes' | 'expires_at'>,
): Promise<{ key: KeyEntry; secret: string }> {
  const { workspace, user, superAdmin: mayMark, via: giver } = request.caller
  const { name, super_admin, scopes, expires_at } = wanted
  if (super_admin && !mayMark)
    throw new SuperAdminRequired('Creating a super admin key requires super admin privileges')
  requireWithin(giver, null, wanted)
  const now = clock()
  requireFuture(wanted, now)
  return db.transaction().execute(async (tx) => {
    const owner = { workspaceId: workspace.id, userId: user.id }
    await requireRoom(tx, now, owner, maxPerPerson)
    const made = await saveKey(tx, now, { ...owner, name, superAdmin: super_admin, scopes, expires_at })
    const limits = { ...(scopes && { scopes }), ...(expires_at && { expires_at }) }
    const details = { api_key_id: made.key.id, owner: user.id, name, super_admin, ...limits }
    await recordAction(tx, now, request, { action: 'api_key.create', status: 201, details })
    return made
  })
}

export type KeyChanges = Partial<Pick<KeyEntry, 'name' | 'active' | 'scopes' | 'expires_at'>>

/**
 * The next request with a key that is switched off, or has expired, is refused.
 * @throws {ApiError} 404 for a key that is unknown or, without super admin, another's; 403 for what only a super admin key
 *   may change, and for more than the caller's key has; 400 for an expiry that has passed; 409 for one active key too many
 */
export function changeKey(
  { db, clock, maxPerPerson }: Pick<Context, 'db' | 'clock'> & { maxPerPerson: number },
  request: FastifyRequest,
  id: string,
  wanted: KeyChanges,
): Promise<KeyEntry> {
  const { caller } = request
  return db.transaction().execute(async (tx) => {
    const key = await lockKeyRow(tx, caller, id)
    const { before, after } = changesTo(key, wanted)
    if (Object.keys(after).length === 0) return key
    requireMayChange(caller, key, after)
    const changed = { ...key, ...after, switched_off_by: switchedOffBy(caller, key, after) }
    const now = clock()
    const revives = isValid(changed, now) && !isValid(key, now)
    requireWithin(caller.via, revives ? null : key, changed)
    requireFuture(after, now)
    const owner = { workspaceId: caller.workspace.id, userId: key.user_id }
    if (revives) await requireRoom(tx, now, owner, maxPerPerson)
    await tx
      .updateTable('api_keys')
      .set({ ...after, switched_off_by: changed.switched_off_by })
      .where('workspace_id', '=', caller.workspace.id)
      .where('id', '=', id)
      .execute()
    const details = { api_key_id: id, owner: key.user_id, before, after }
    await recordAction(tx, now, request, { action: 'api_key.change', details })
    return changed
  })
}

/**
 * A workspace webhook that it made keeps the key's id, and is stopped for good (spec 3.3).
 * @throws {ApiError} 404 for a key that is unknown or, without super admin, another's
 */
export async function deleteKey(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  request: FastifyRequest,
  id: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const key = await lockKeyRow(tx, request.caller, id)
    await tx
      .deleteFrom('api_keys')
      .where('workspace_id', '=', request.caller.workspace.id)
      .where('id', '=', id)
      .execute()
    const details = { api_key_id: id, owner: key.user_id, name: key.name }
    await recordAction(tx, clock(), request, { action: 'api_key.delete', details })
  })
}

/** @throws {ApiError} 404; 403 for another's without the scope `admin` */
async function lockKeyRow(tx: Tx, caller: Caller, id: string): Promise<KeyEntry> {
  const found = isStorable(id) ? selectKeys(tx, caller).where('id', '=', id).forUpdate() : undefined
  const key = await found?.executeTakeFirst()
  if (!key || (key.user_id !== caller.user.id && !caller.superAdmin)) throw notFound('API key')
  if (key.user_id !== caller.user.id) requireScope(caller.via, 'admin')
  return key
}

const selectKeys = (db: Db, { workspace }: Caller) =>
  db
    .selectFrom('api_keys')
    .select(['id', 'user_id', 'name', 'super_admin', 'active', 'created_at', 'last_used_at'])
    .select(['scopes', 'expires_at', 'switched_off_by'])
    .where('workspace_id', '=', workspace.id)

/** The fields that change, with the old and the new values. */
function changesTo(key: KeyEntry, wanted: KeyChanges): { before: KeyChanges; after: KeyChanges } {
  const fields = Object.keys(wanted) as (keyof KeyChanges)[]
  const changed = fields.filter((field) => wanted[field] !== undefined && !isDeepStrictEqual(wanted[field], key[field]))
  const pick = (from: KeyChanges) => Object.fromEntries(changed.map((field) => [field, from[field]]))
  return { before: pick(key), after: pick(wanted) }
}

/** @throws {ApiError} 403 */
function requireMayChange({ superAdmin }: Caller, key: KeyEntry, after: KeyChanges): void {
  if (superAdmin) return
  const { active, ...others } = after
  if (key.super_admin && (active !== false || Object.keys(others).length > 0)) {
    throw new SuperAdminRequired(
      'Only a super admin key may change a super admin key; other keys of its owner may only switch it off',
    )
  }
  if (active && key.switched_off_by !== null) {
    throw new SuperAdminRequired(
      'An administrator switched this key off; only a super admin key may switch it on again',
    )
  }
}

/** A caller who acts on behalf of a person is not a super admin meanwhile. */
function switchedOffBy({ superAdmin, user }: Caller, key: KeyEntry, { active }: KeyChanges): string | null {
  if (active === undefined) return key.switched_off_by
  return active === false && superAdmin ? user.id : null
}

/** @throws {ApiError} 400 */
function requireFuture({ expires_at = null }: KeyChanges, now: Date): void {
  if (isExpired({ expires_at }, now)) throw invalid('body.expires_at', 'must be in the future')
}

const isValid = (key: KeyEntry, now: Date) => key.active && !isExpired(key, now)

type Owner = { workspaceId: string; userId: string }

/**
 * Locks the owner, so that the second of two concurrent requests counts the key of the first.
 * @throws {ApiError} 409
 */
async function requireRoom(tx: Tx, now: Date, { workspaceId, userId }: Owner, most: number): Promise<void> {
  const owner = tx.selectFrom('users').where('workspace_id', '=', workspaceId).where('id', '=', userId)
  await owner.select('id').forNoKeyUpdate().execute()
  const { keys } = await tx
    .selectFrom('api_keys as key')
    .select((eb) => eb.fn.countAll<string>().as('keys'))
    .where('key.workspace_id', '=', workspaceId)
    .where('key.user_id', '=', userId)
    .where(keyIsValid(now))
    .executeTakeFirstOrThrow()
  if (Number(keys) < most) return
  throw new ApiError(409, `A person may have at most ${most} active API keys; switch one off or delete it first`)
}
