/** Signs a browser in, with a key, a one-time token or a passkey (decisions 41 on sessions, 42 on ways in and 70). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context/context.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { hashSecret } from '../caller/keys.ts'
import { newChallenge } from '../passkeys/challenges.ts'
import { usePasskey } from '../passkeys/passkeys.ts'
import { asFailure, readAnswer } from '../passkeys/prove.ts'
import { PasskeyRefused } from '../passkeys/refused.ts'
import { type RelyingParty, relyingPartyOf } from '../passkeys/relying-party.ts'
import { type Assertion, type ClientData, type RequestOptions, requestOptions } from '../passkeys/verify.ts'
import { keyOfAddress, requireTry, uncountTry } from '../requests/count-tries.ts'
import type { FindKey } from '../requests/find-key.ts'
import { workspaceOfHost } from '../requests/host.ts'
import type { ApiRate } from '../requests/rate.ts'
import { type BrowserOptions, comesFromOwnPage, crossSite, sessionCookie, setCookie } from '../sessions/browser.ts'
import { beginSession, type NewSession, readSession, type ShownSession } from '../sessions/sessions.ts'
import { type GivenProof, recordRefusal } from './record-refusal.ts'
import { lockActive, takeToken, wayOf } from './tokens.ts'

export type SignInDeps = Pick<Context, 'db' | 'clock' | 'secretKey'> &
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
 *   unknown workspace; 400 unless one of the three is given; 429; 401
 */
export async function signIn(deps: SignInDeps, reply: FastifyReply, given: GivenProof): Promise<ShownSession> {
  const { db, clock } = deps
  const { request } = reply
  // Otherwise a page of another origin could sign its reader in as somebody else.
  if (comesFromOwnPage(request, deps) === false) throw crossSite()
  const workspace = await workspaceOfHost(db, request, deps)
  const { api_key: key, passkey } = given
  if (ways.filter((way) => given[way] != null).length !== 1)
    throw invalid('body', `must have one of ${ways.join(', ')}`)
  const now = clock()
  const tries = keyOfAddress('wrong', request.ip)
  const endsAt = await requireTry(db, now, tries, wrongTries)
  // What is refused for another reason, such as the rate of the key, is no wrong try.
  let isWrong = false
  try {
    if (key != null || passkey != null) requireAllowed(deps)
    const session = await begin(deps, now, reply, given, workspace?.id ?? null).catch((error) => {
      isWrong = error instanceof PasskeyRefused
      return asFailure(401)(error)
    })
    isWrong ||= !session
    if (!session) throw new ApiError(401, key == null ? wrongToken : 'Missing or invalid API key')
    return session
  } catch (error) {
    if (error instanceof ApiError && error.status < 500)
      await recordRefusal(deps, request, given, workspace?.id ?? null, error)
    throw error
  } finally {
    if (!isWrong) await uncountTry(db, tries, endsAt)
  }
}

const ways = ['api_key', 'token', 'passkey'] as const

/** @returns undefined for a wrong key or token @throws {PasskeyRefused} */
async function begin(
  deps: SignInDeps,
  now: Date,
  reply: FastifyReply,
  { api_key: key, token, passkey }: GivenProof,
  workspaceId: string | null,
): Promise<ShownSession | undefined> {
  // Before the transaction: requests that hold a connection and wait for a second one would block each other.
  const ownKey = key == null ? undefined : await findOwnKey(deps, now, key, workspaceId, reply)
  const used = passkey && (await readPasskey(deps, reply.request, passkey))
  const begun = await deps.db.transaction().execute(async (tx) => {
    const found = await (used
      ? personOfPasskey(tx, now, used, workspaceId)
      : key == null
        ? personOfToken(tx, now, token!, workspaceId, deps)
        : personOfKey(tx, ownKey))
    if (!found) return undefined
    const { id, cookie } = await beginSession(tx, now, found, reply, deps)
    return { session: await readSession(tx, now, found.workspaceId, id), cookie }
  })
  if (begun) setCookie(sessionCookie, reply, begun.cookie, deps)
  return begun?.session
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

/** What the browser asks a passkey of anybody; nothing is stored. @throws {ApiError} 403, 404 as `signIn` */
export async function askPasskey(deps: SignInDeps, request: FastifyRequest): Promise<RequestOptions> {
  if (comesFromOwnPage(request, deps) === false) throw crossSite()
  await workspaceOfHost(deps.db, request, deps)
  requireAllowed(deps)
  const at = relyingPartyOf(request, deps)
  return requestOptions(newChallenge(deps, { ...beforeSignIn, host: at.host }), at, null)
}

const beforeSignIn = { purpose: 'sign-in', session: null } as const

type UsedPasskey = { at: RelyingParty; assertion: Assertion; clientData: ClientData }

/** @throws {PasskeyRefused} */
async function readPasskey(deps: SignInDeps, request: FastifyRequest, assertion: Assertion): Promise<UsedPasskey> {
  const at = relyingPartyOf(request, deps)
  return { at, assertion, clientData: await readAnswer(deps, at, assertion.response.clientDataJSON, beforeSignIn) }
}

/** @throws {PasskeyRefused} */
async function personOfPasskey(
  tx: Tx,
  now: Date,
  { at, ...used }: UsedPasskey,
  workspaceId: string | null,
): Promise<NewSession> {
  const { passkeyId, ...owner } = await usePasskey(tx, now, at, used, workspaceId === null ? {} : { workspaceId })
  if (!(await lockActive(tx, owner.workspaceId, owner.userId))) throw new PasskeyRefused('The account is not active')
  const way = { by: 'passkey' as const, passkey_id: passkeyId }
  return { ...owner, keyId: null, expiresAt: null, way, provedAt: now }
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
