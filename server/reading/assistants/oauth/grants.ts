/** Grants of a person to assistants: creates, lists and withdraws them (decision 48). */
import type { FastifyRequest } from 'fastify'
import { recordAction, recordActor } from '../../../people/caller/audit.ts'
import type { Caller } from '../../../people/caller/caller.ts'
import { notFrozen } from '../../../people/caller/frozen.ts'
import { keyChallenges } from '../../../people/requests/require-caller.ts'
import { lockActive } from '../../../people/sign-in/tokens.ts'
import { ApiError, notFound } from '../../../platform/errors.ts'
import { isAfter, limitOf, type Page, type PageRequest, toPage } from '../../../platform/http/page.ts'
import { newId } from '../../../platform/id.ts'
import { type Db, lockKey, type Tx } from '../../../platform/postgres/db.ts'
import type { OAuthGrantRow } from '../../../platform/postgres/tables.ts'
import { isStorable } from '../../../platform/text.ts'
import type { Client } from './clients.ts'
import { hashOf, newCode } from './proof.ts'

const codeSeconds = 60
export const lifeDays = 365
/** Grants that a person may have at once. */
export const maxGrants = 50

export type WantedGrant = {
  client: Client
  redirectUri: string
  scopes: OAuthGrantRow['scopes']
  resource: string
  codeChallenge: string
}

/**
 * Locks the person, and the key that their session came from, if any: deactivating either one ends its grants, and must
 * not miss this one.
 * @returns the code; only its hash is stored
 * @throws {ApiError} 401; 409 beyond `maxGrants`
 */
export async function beginGrant(db: Db, now: Date, request: FastifyRequest, wanted: WantedGrant): Promise<string> {
  const { workspace, user, via } = request.caller
  const code = newCode()
  await db.transaction().execute(async (tx) => {
    await lockKey(tx, `grants ${workspace.id} ${user.id}`)
    await requireStillThere(tx, request.caller)
    await requireRoom(tx, now, request.caller)
    const id = newId('gr', now)
    const { client, redirectUri, scopes, resource, codeChallenge } = wanted
    await tx
      .insertInto('oauth_grants')
      .values({
        workspace_id: workspace.id,
        id,
        user_id: user.id,
        key_id: via.keyId,
        client_id: client.id,
        scopes,
        resource,
        client_name: client.name,
        redirect_uri: redirectUri,
        created_at: now,
        expires_at: endOf(now, via.expires_at),
        code_hash: hashOf(code),
        code_challenge: codeChallenge,
        code_expires_at: new Date(now.getTime() + codeSeconds * 1_000),
      })
      .execute()
    const details = { grant_id: id, client_id: client.id, scopes }
    await recordAction(tx, now, request, { action: 'grant.create', status: 200, details })
  })
  return code
}

/** No later than the end of the key that the session was made with. */
function endOf(now: Date, keyEnd: Date | null): Date {
  const end = new Date(now.getTime() + lifeDays * 86_400_000)
  return keyEnd && keyEnd < end ? keyEnd : end
}

async function requireStillThere(tx: Tx, { workspace, user, via }: Caller): Promise<void> {
  const isActive = await lockActive(tx, workspace.id, user.id)
  const key =
    via.keyId === null
      ? true
      : await tx
          .selectFrom('api_keys')
          .select('id')
          .where('workspace_id', '=', workspace.id)
          .where('id', '=', via.keyId)
          .where('active', '=', true)
          .forShare()
          .executeTakeFirst()
  if (isActive && key) return
  const headers = { 'www-authenticate': keyChallenges }
  throw new ApiError(401, 'Missing or invalid API key: the session has ended', { headers })
}

async function requireRoom(tx: Tx, now: Date, caller: Caller): Promise<void> {
  const { count } = await currentGrantsOf(tx, now, caller)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) < maxGrants) return
  throw new ApiError(409, `A person may let in at most ${maxGrants} assistants; withdraw one first`)
}

/** The person's grants that have not ended. A grant whose code was not used in time does not count. */
const currentGrantsOf = (db: Db, now: Date, { workspace, user }: Caller) =>
  db
    .selectFrom('oauth_grants')
    .where('workspace_id', '=', workspace.id)
    .where('user_id', '=', user.id)
    .where('expires_at', '>', now)
    .where((eb) =>
      eb.or([
        eb.and([eb('code_used_at', 'is', null), eb('code_expires_at', '>', now)]),
        eb('refresh_expires_at', '>', now),
      ]),
    )

export type ListedGrant = Pick<
  OAuthGrantRow,
  | 'id'
  | 'client_id'
  | 'client_name'
  | 'redirect_uri'
  | 'resource'
  | 'scopes'
  | 'created_at'
  | 'last_used_at'
  | 'expires_at'
>

/** Newest first. */
export async function listGrants(db: Db, now: Date, caller: Caller, page: PageRequest): Promise<Page<ListedGrant>> {
  let query = currentGrantsOf(db, now, caller)
    .select(['id', 'client_id', 'client_name', 'redirect_uri', 'resource', 'scopes'])
    .select(['created_at', 'last_used_at', 'expires_at'])
  if (page.after) query = query.where(isAfter('created_at', 'id', page.after))
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limitOf(page)).execute()
  return toPage('grants', page, rows, (row) => ({ time: row.created_at, id: row.id }))
}

/**
 * The next request with one of its tokens is a 401.
 * @throws {ApiError} 404 if it is unknown or another person's
 */
export async function withdrawGrant(db: Db, now: Date, request: FastifyRequest, id: string): Promise<void> {
  const { workspace, user } = request.caller
  await db.transaction().execute(async (tx) => {
    const gone = isStorable(id)
      ? await tx
          .deleteFrom('oauth_grants')
          .where('workspace_id', '=', workspace.id)
          .where('user_id', '=', user.id)
          .where('id', '=', id)
          .returning('client_id')
          .executeTakeFirst()
      : undefined
    if (!gone) throw notFound('Grant')
    const details = { grant_id: id, client_id: gone.client_id }
    await recordAction(tx, now, request, { action: 'grant.delete', status: 204, details })
  })
}

/** Ends a grant because the assistant revoked it, or because a code or token was used twice, perhaps by a thief. */
export async function endGrant(
  tx: Tx,
  now: Date,
  request: FastifyRequest,
  grant: Pick<OAuthGrantRow, 'workspace_id' | 'id' | 'user_id' | 'client_id'>,
  { reason, status }: { reason: string; status: number },
): Promise<void> {
  const { workspace_id: workspaceId, id, user_id: userId, client_id } = grant
  await tx.deleteFrom('oauth_grants').where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
  const details = { grant_id: id, client_id, reason }
  await recordActor(tx, now, { workspaceId, userId, keyId: null }, request, { action: 'grant.delete', status, details })
}

/** Removes grants that have ended, and those whose code was not used in time. @returns how many */
export async function removeEndedGrants(db: Db, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('oauth_grants')
    .where((eb) =>
      eb.or([
        eb('expires_at', '<=', now),
        eb('refresh_expires_at', '<=', now),
        eb.and([eb('code_used_at', 'is', null), eb('code_expires_at', '<=', now)]),
      ]),
    )
    .where(notFrozen('oauth_grants.workspace_id'))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
