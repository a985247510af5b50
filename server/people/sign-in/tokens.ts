/** Links that sign a person in once, within 15 minutes or for as long as an invitation says (decision 42 on ways in). */
import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { ApiError, notFound, OperatorError } from '../../platform/errors.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { SignInTokenRow, UserRow } from '../../platform/postgres/tables.ts'
import { foldCase, isStorable } from '../../platform/text.ts'
import { recordAction } from '../caller/audit.ts'
import { notFrozen } from '../caller/frozen.ts'
import { hashSecret } from '../caller/keys.ts'
import { requireSuperAdmin } from '../caller/require-super-admin.ts'
import { requireScope, scopeNames } from '../caller/scopes.ts'
import type { WayIn } from '../sessions/sessions.ts'

/** Of a link, unless an administrator says more: people may open an invitation days later. */
export const lifeSeconds = { default: 900, max: 604_800 }

/** The token follows a `#`: a browser does not send that part, so it is in no log and no `Referer`. */
export const linkOf = (origin: string, token: string) => `${origin}/sign-in#token=${token}`

export type NewToken = Pick<SignInTokenRow, 'workspace_id' | 'user_id' | 'made_by'> & { maker_id?: string }

/** @returns the token, for the only time */
export async function saveToken(
  db: Db,
  now: Date,
  wanted: NewToken,
  validSeconds = lifeSeconds.default,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + validSeconds * 1_000)
  await db
    .insertInto('sign_in_tokens')
    .values({ ...wanted, token_hash: hashSecret(token), expires_at: expiresAt })
    .execute()
  return { token, expiresAt }
}

/**
 * Removes the token when the transaction commits.
 * @param workspaceId  the workspace that it must belong to; null for any
 * @param ways         how it may have been made
 */
export function takeToken(
  tx: Tx,
  now: Date,
  token: string,
  { workspaceId, ways }: { workspaceId: string | null; ways: SignInTokenRow['made_by'][] },
): Promise<Pick<SignInTokenRow, 'workspace_id' | 'user_id' | 'made_by' | 'maker_id'> | undefined> {
  let taken = tx
    .deleteFrom('sign_in_tokens')
    .where('token_hash', '=', hashSecret(token))
    .where('expires_at', '>', now)
    .where('made_by', 'in', ways)
  if (workspaceId !== null) taken = taken.where('workspace_id', '=', workspaceId)
  return taken.returning(['workspace_id', 'user_id', 'made_by', 'maker_id']).executeTakeFirst()
}

/** How somebody signed in or tried to, for the audit log. `made_by` of a link is an administrator; null is the command line. */
export const wayOf = ({ made_by, maker_id }: Pick<SignInTokenRow, 'made_by' | 'maker_id'>): WayIn =>
  made_by === 'mail' ? { by: 'mail' } : { by: 'link', made_by: maker_id }

/** Whom a token is for, also one that has expired. */
export async function findToken(db: Db, token: string) {
  return await db
    .selectFrom('sign_in_tokens')
    .select(['workspace_id', 'user_id', 'made_by', 'maker_id'])
    .where('token_hash', '=', hashSecret(token))
    .executeTakeFirst()
}

/**
 * For the command line.
 * @throws {OperatorError} if there is no such workspace or active person
 */
export async function createToken(
  db: Db,
  now: Date,
  { subdomain, email }: { subdomain: string; email: string },
): Promise<string> {
  const person = await db
    .selectFrom('users')
    .innerJoin('workspaces', 'workspaces.id', 'users.workspace_id')
    .select(['users.workspace_id', 'users.id'])
    .where('workspaces.subdomain', '=', subdomain)
    .where('users.email_folded', '=', foldCase(email))
    .where('users.active', '=', true)
    .executeTakeFirst()
  if (!person) throw new OperatorError(`There is no active person ${email} in a workspace ${subdomain}.`)
  const made = await saveToken(db, now, { workspace_id: person.workspace_id, user_id: person.id, made_by: 'command' })
  return made.token
}

/**
 * For a super admin, who passes it on. A session has all scopes, so no key that lacks one or expires makes it.
 * @throws {ApiError} 403; 404 for a person who is unknown or deactivated
 */
export async function createLink(
  db: Db,
  now: Date,
  request: FastifyRequest,
  userId: string,
  validSeconds?: number,
): Promise<{ token: string; expiresAt: Date }> {
  const { caller } = request
  requireSuperAdmin(caller)
  for (const scope of scopeNames) requireScope(caller.via, scope)
  if (caller.via.expires_at) throw new ApiError(403, 'This key expires; the session that a link makes would outlast it')
  return db.transaction().execute(async (tx) => {
    const person = isStorable(userId) ? await lockActive(tx, caller.workspace.id, userId) : undefined
    if (!person) throw notFound('User')
    const maker = { made_by: 'administrator' as const, maker_id: caller.user.id }
    const wanted = { workspace_id: caller.workspace.id, user_id: userId, ...maker }
    const made = await saveToken(tx, now, wanted, validSeconds)
    const details = { user_id: userId, ...(validSeconds && { valid_seconds: validSeconds }) }
    await recordAction(tx, now, request, { action: 'sign_in_link.create', status: 201, details })
    return made
  })
}

/**
 * Until the transaction ends nobody can deactivate the person or change their address; a later deactivation ends what the
 * transaction made.
 */
export function lockActive(
  tx: Tx,
  workspaceId: string,
  userId: string,
): Promise<Pick<UserRow, 'id' | 'email'> | undefined> {
  return tx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', userId)
    .where('active', '=', true)
    .forShare()
    .executeTakeFirst()
}

export async function forgetTokens(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('sign_in_tokens')
    .where('expires_at', '<=', now)
    .where(notFrozen('sign_in_tokens.workspace_id'))
    .execute()
}
