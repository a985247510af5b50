/** Exchanges a code or a refresh token for new tokens; a second use ends the whole grant (OAuth 2.1, RFC 7009). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiRate } from '../../../people/requests/rate.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { OAuthGrantRow } from '../../../platform/postgres/tables.ts'
import { isSameSecret } from '../../../platform/secrets.ts'
import { requireResource } from './authorization-request.ts'
import { endGrant } from './grants.ts'
import { invalidGrant, OAuthError } from './oauth-error.ts'
import {
  accessPrefix,
  hashOf,
  isVerifier,
  newAccess,
  newRefresh,
  printRefresh,
  type RefreshParts,
  readRefresh,
} from './proof.ts'

const accessSeconds = 3_600
/** A grant that is not refreshed for this long ends. */
const idleDays = 30

export type Exchanging = Pick<Context, 'db' | 'clock'> & { rate: Pick<ApiRate, 'count'> }

/** `resources` are those of this service; the grant must be for one of them. */
type Sent = { clientId: string; resources: string[]; givenResource: string | undefined }

export type SentCode = Sent & { code: string; redirectUri: string; verifier: string }
export type SentRefresh = Sent & { token: string }

export type NewTokens = { access: string; refresh: string; expiresInSeconds: number; scopes: string[] }

/** @throws {OAuthError} 400 */
export function exchangeCode(context: Exchanging, reply: FastifyReply, sent: SentCode): Promise<NewTokens> {
  const check = (grant: Locked, now: Date): Checked => {
    if (grant.code_used_at) return { usedBefore: 'A code was used twice' }
    const isRight = grant.redirect_uri === sent.redirectUri && isVerifier(sent.verifier, grant.code_challenge)
    return { isRight: isRight && grant.code_expires_at > now, refresh: newRefresh() }
  }
  return exchange(context, reply, sent, { column: 'code_hash', hash: hashOf(sent.code) }, check)
}

/** @throws {OAuthError} 400 */
export async function exchangeRefresh(context: Exchanging, reply: FastifyReply, sent: SentRefresh): Promise<NewTokens> {
  const parts = readRefresh(sent.token)
  if (!parts) throw invalidGrant()
  const check = (grant: Locked, now: Date): Checked => {
    if (!isSameSecret(grant.refresh_hash!, hashOf(parts.turn))) return { usedBefore: 'A refresh token was used twice' }
    return { isRight: grant.refresh_expires_at! > now, refresh: newRefresh(parts.family) }
  }
  return exchange(context, reply, sent, { column: 'family_hash', hash: hashOf(parts.family) }, check)
}

type By = { column: 'code_hash' | 'family_hash' | 'access_hash'; hash: Buffer }
type Checked = { usedBefore: string } | { isRight: boolean; refresh: RefreshParts }

/** Locks the row: of two simultaneous requests the second finds that the secret was used. */
async function exchange(
  { db, clock, rate }: Exchanging,
  reply: FastifyReply,
  sent: Sent,
  by: By,
  check: (grant: Locked, now: Date) => Checked,
): Promise<NewTokens> {
  const now = clock()
  const tokens = await db.transaction().execute(async (tx) => {
    const grant = await lockGrant(tx, by)
    if (!grant || grant.client_id !== sent.clientId || !sent.resources.includes(grant.resource)) return undefined
    requireResource(sent.givenResource, grant.resource)
    const checked = check(grant, now)
    if ('usedBefore' in checked) {
      await endGrant(tx, now, reply.request, grant, { reason: checked.usedBefore, status: 400 })
      return undefined
    }
    if (!checked.isRight || grant.expires_at <= now) return undefined
    const { workspace_id: workspaceId, id, key_id: keyId } = grant
    rate.count(keyId === null ? { workspaceId, kind: 'grant', id } : { workspaceId, kind: 'key', id: keyId }, reply)
    return saveTokens(tx, now, grant, checked.refresh)
  })
  if (!tokens) throw invalidGrant()
  return tokens
}

const columns = [
  ...([
    'workspace_id',
    'id',
    'user_id',
    'key_id',
    'client_id',
    'redirect_uri',
    'scopes',
    'resource',
    'expires_at',
  ] as const),
  ...(['code_challenge', 'code_expires_at', 'code_used_at', 'refresh_hash', 'refresh_expires_at'] as const),
]
type Locked = Pick<OAuthGrantRow, (typeof columns)[number]>

const lockGrant = (tx: Tx, { column, hash }: By): Promise<Locked | undefined> =>
  tx.selectFrom('oauth_grants').select(columns).where(column, '=', hash).forUpdate().executeTakeFirst()

/** Replaces the former tokens, which are invalid at once. */
async function saveTokens(tx: Tx, now: Date, grant: Locked, refresh: RefreshParts): Promise<NewTokens> {
  const access = newAccess()
  const until = (seconds: number) => new Date(Math.min(now.getTime() + seconds * 1_000, grant.expires_at.getTime()))
  const accessEnd = until(accessSeconds)
  await tx
    .updateTable('oauth_grants')
    .set({
      access_hash: hashOf(access),
      access_expires_at: accessEnd,
      family_hash: hashOf(refresh.family),
      refresh_hash: hashOf(refresh.turn),
      refresh_expires_at: until(idleDays * 86_400),
      code_used_at: grant.code_used_at ?? now,
    })
    .where('workspace_id', '=', grant.workspace_id)
    .where('id', '=', grant.id)
    .execute()
  const expiresInSeconds = Math.floor((accessEnd.getTime() - now.getTime()) / 1_000)
  return { access, refresh: printRefresh(refresh), expiresInSeconds, scopes: grant.scopes }
}

/**
 * Ends the whole grant by any of its tokens. An unknown token counts as already revoked.
 * @throws {OAuthError} 401 if it is another assistant's
 */
export async function revoke(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  request: FastifyRequest,
  { token, clientId, resources }: { token: string; clientId: string | undefined; resources: string[] },
): Promise<void> {
  const parts = readRefresh(token)
  const by: By | null = parts
    ? { column: 'family_hash', hash: hashOf(parts.family) }
    : token.startsWith(accessPrefix)
      ? { column: 'access_hash', hash: hashOf(token) }
      : null
  if (!by) return
  await db.transaction().execute(async (tx) => {
    const grant = await lockGrant(tx, by)
    if (!grant || !resources.includes(grant.resource)) return
    if (clientId !== undefined && clientId !== grant.client_id) {
      throw new OAuthError(401, 'invalid_client', 'This token is another assistant’s')
    }
    await endGrant(tx, clock(), request, grant, { reason: 'The assistant gave it back', status: 200 })
  })
}
