/** Signs a browser in, with a key or a one-time token (decisions 41 on sessions and 42 on ways in). */
import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context/context.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { hashSecret } from '../caller/keys.ts'
import { keyOfAddress, requireTry, uncountTry } from '../requests/count-tries.ts'
import type { FindKey } from '../requests/find-key.ts'
import { workspaceOfHost } from '../requests/host.ts'
import type { ApiRate } from '../requests/rate.ts'
import { type BrowserOptions, comesFromOwnPage, crossSite } from '../sessions/browser.ts'
import { beginSession, type NewSession, readSession, type ShownSession } from '../sessions/sessions.ts'
import { type GivenProof, recordRefusal } from './record-refusal.ts'
import { lockActive, takeToken, wayOf } from './tokens.ts'

export type SignInDeps = Pick<Context, 'db' | 'clock'> &
  BrowserOptions & {
    findKey: FindKey
    rate: Pick<ApiRate, 'count'>
    baseDomain: string
    /** The name of the identity provider if people may sign in only there, otherwise null (OIDC_ONLY). */
    onlyBy: string | null
  }

/** Wrong sign-ins of an address (decision 41 on sessions). */
const wrongTries = { max: 10, seconds: 60 }

/**
 * @throws {ApiError} 403 from a page of another origin, or with a key where people sign in another way; 404 for an
 *   unknown workspace; 400 unless one of the two is given; 429; 401
 */
export async function signIn(deps: SignInDeps, reply: FastifyReply, given: GivenProof): Promise<ShownSession> {
  const { db, clock } = deps
  const { request } = reply
  // Otherwise a page of another origin could sign its reader in as somebody else.
  if (comesFromOwnPage(request, deps) === false) throw crossSite()
  const workspace = await workspaceOfHost(db, request, deps)
  const { api_key: key, token } = given
  if ((key == null) === (token == null)) throw invalid('body', 'must have either api_key or token')
  const now = clock()
  const tries = keyOfAddress('wrong', request.ip)
  const endsAt = await requireTry(db, now, tries, wrongTries)
  // What is refused for another reason, such as the rate of the key, is no wrong try.
  let isWrong = false
  try {
    if (key != null) requireAllowed(deps)
    const session = await begin(deps, now, reply, given, workspace?.id ?? null)
    isWrong = !session
    if (!session) throw new ApiError(401, key == null ? wrongToken : 'Missing or invalid API key')
    return session
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) await recordRefusal(deps, request, given, error)
    throw error
  } finally {
    if (!isWrong) await uncountTry(db, tries, endsAt)
  }
}

/** @returns undefined for a wrong key or token */
async function begin(
  deps: SignInDeps,
  now: Date,
  reply: FastifyReply,
  { api_key: key, token }: GivenProof,
  workspaceId: string | null,
): Promise<ShownSession | undefined> {
  // Before the transaction: requests that hold a connection and wait for a second one would block each other.
  const ownKey = key == null ? undefined : await findOwnKey(deps, now, key, workspaceId, reply)
  return deps.db.transaction().execute(async (tx) => {
    const found = await (key == null ? personOfToken(tx, now, token!, workspaceId, deps) : personOfKey(tx, ownKey))
    if (!found) return undefined
    const id = await beginSession(tx, now, found, reply, deps)
    return readSession(tx, now, found.workspaceId, id)
  })
}

const wrongToken = 'This sign-in link was used already, has expired, or is not from here; ask for a new one'

/** @throws {ApiError} 403 */
export function requireAllowed({ onlyBy }: Pick<SignInDeps, 'onlyBy'>): void {
  if (onlyBy !== null) throw new ApiError(403, `People sign in by ${onlyBy} here`)
}

async function personOfToken(
  tx: Tx,
  now: Date,
  token: string,
  workspaceId: string | null,
  { onlyBy }: SignInDeps,
): Promise<NewSession | undefined> {
  const ways: Parameters<typeof takeToken>[3]['ways'] =
    onlyBy === null ? ['command', 'administrator', 'mail'] : ['command']
  const taken = await takeToken(tx, now, token, { workspaceId, ways })
  if (!taken || !(await lockActive(tx, taken.workspace_id, taken.user_id))) return undefined
  return { workspaceId: taken.workspace_id, userId: taken.user_id, keyId: null, expiresAt: null, way: wayOf(taken) }
}

type FoundKey = { workspaceId: string; userId: string; keyId: string }

/** @throws {ApiError} 429: it counts as a request of the key, or one key could begin any number of sessions */
async function findOwnKey(
  { findKey, rate }: SignInDeps,
  now: Date,
  secret: string,
  workspaceId: string | null,
  reply: FastifyReply,
): Promise<FoundKey | undefined> {
  const caller = await findKey(hashSecret(secret.trim()), now)
  if (!caller || (workspaceId !== null && caller.workspace.id !== workspaceId)) return undefined
  const { workspace, via } = caller
  rate.count({ workspaceId: workspace.id, kind: 'key', id: via.id }, reply)
  return { workspaceId: workspace.id, userId: via.userId, keyId: via.id }
}

/** The session ends with the key. Both are locked and checked again: they may have been switched off meanwhile. */
async function personOfKey(tx: Tx, found: FoundKey | undefined): Promise<NewSession | undefined> {
  if (!found) return undefined
  const isActive = await lockActive(tx, found.workspaceId, found.userId)
  const key = await tx
    .selectFrom('api_keys')
    .select('expires_at')
    .where('workspace_id', '=', found.workspaceId)
    .where('id', '=', found.keyId)
    .where('active', '=', true)
    .forShare()
    .executeTakeFirst()
  return isActive && key && { ...found, expiresAt: key.expires_at, way: { by: 'key' } }
}
