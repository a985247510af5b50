/** Signing in at the identity provider: the way there, and the way back (decision 42). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context/context.ts'
import { ApiError } from '../../platform/errors.ts'
import { hashSecret } from '../caller/keys.ts'
import { browserOrigin, findWorkspace, workspaceOfHost } from '../requests/host.ts'
import { readCookie, sessionCookie, setCookie } from '../sessions/browser.ts'
import { stateMs } from '../sessions/browser-states.ts'
import { findSession } from '../sessions/find-session.ts'
import { beginSession } from '../sessions/sessions.ts'
import { bindIdentity } from './bound-identity.ts'
import { followGroups } from './follow-groups.ts'
import { type Identity, type IdentityProvider, SignInRefused } from './identity-provider.ts'
import { oidcStates } from './oidc-state.ts'
import { personOf } from './person-of-identity.ts'
import { recordRefusedIdentity } from './record-refusal.ts'
import { readReturnTo } from './return-to.ts'
import type { SignInDeps } from './sign-in.ts'
import { lockActive } from './tokens.ts'

export type OidcDeps = Pick<Context, 'secretKey'> &
  SignInDeps & {
    provider: IdentityProvider | null
    /** OIDC_CREATE_PEOPLE. */
    createsPeople: boolean
    /** OIDC_EMAIL_TRUST: whether addresses count that the provider does not call verified. */
    trustsEmail: boolean
  }

export const callbackPath = '/api/v1/sign_in/oidc/callback'

/**
 * @throws {ApiError} 400 for `return_to`; 404
 * @throws {SignInRefused} the provider cannot be reached
 */
export async function beginOidc(
  deps: OidcDeps,
  reply: FastifyReply,
  wanted: { return_to?: string; workspace?: string; fresh?: boolean },
): Promise<string> {
  const { request } = reply
  const provider = requireProvider(deps)
  const returnTo = readReturnTo(wanted.return_to)
  const named = await workspaceOfHost(deps.db, request, deps)
  const workspace = named ?? (wanted.workspace === undefined ? null : await findWorkspace(deps.db, wanted.workspace))
  const redirectUri = browserOrigin(request, deps) + callbackPath
  const fresh = wanted.fresh ?? false
  const { address, ...begun } = await provider.begin(redirectUri, fresh)
  const until = deps.clock().getTime() + stateMs
  const state = { ...begun, redirectUri, returnTo, fresh, workspaceId: workspace?.id ?? null, until }
  oidcStates.keep(reply, deps, state)
  return address
}

/**
 * @param onBegun  called with the path to return to, as soon as it is known
 * @returns where the browser goes
 * @throws {SignInRefused} nobody is signed in
 * @throws {ApiError} 404
 */
export async function finishOidc(
  deps: OidcDeps,
  reply: FastifyReply,
  onBegun: (returnTo: string) => void,
): Promise<string> {
  const { request } = reply
  const provider = requireProvider(deps)
  await workspaceOfHost(deps.db, request, deps)
  const query = queryOf(request)
  const own = oidcStates.take(reply, deps, new URLSearchParams(query).get('state') ?? '')
  // The page was loaded again: this sign-in has ended, and the browser has its session.
  if (!own && (await isSignedIn(deps, request))) return '/'
  const state = own ?? oidcStates.latest(request, deps)
  if (!state || state.redirectUri !== browserOrigin(request, deps) + callbackPath) {
    throw new SignInRefused(400, 'not_begun', 'This sign-in was not begun here, or too long ago; sign in again')
  }
  onBegun(state.returnTo)
  const identity = await provider.finish(state, query, deps.trustsEmail)
  await signInAs(deps, reply, identity, state.workspaceId).catch(async (error) => {
    const { email } = identity
    if (error instanceof SignInRefused && error.status === 403)
      await recordRefusedIdentity(deps, request, { email, workspaceId: state.workspaceId }, error)
    throw error
  })
  return state.returnTo
}

/** @throws {SignInRefused} */
async function signInAs(deps: OidcDeps, reply: FastifyReply, identity: Identity, wanted: string | null): Promise<void> {
  const person = await personOf(deps, reply.request, identity, wanted)
  const cookie = await deps.db.transaction().execute(async (tx) => {
    // The person was deactivated since `personOf`.
    if (!(await lockActive(tx, person.workspaceId, person.userId)))
      throw new SignInRefused(403, 'no_account', 'The account is not active')
    const now = deps.clock()
    await bindIdentity(tx, now, person, identity)
    const { groups } = identity
    if (groups && 'names' in groups) await followGroups(tx, now, reply.request, person, groups.names)
    const unread = groups && 'unread' in groups && { groups_unread: groups.unread }
    if (unread) reply.log.warn(unread, 'The identity provider did not say the groups of a person; they stay in theirs')
    const { secondsSince } = identity
    const provedAt = secondsSince === null ? null : new Date(now.getTime() - secondsSince * 1_000)
    const session = { ...person, keyId: null, expiresAt: null, provedAt, way: { by: 'oidc' as const, ...unread } }
    return (await beginSession(tx, now, session, reply, deps)).cookie
  })
  setCookie(sessionCookie, reply, cookie, deps)
}

async function isSignedIn(deps: OidcDeps, request: FastifyRequest): Promise<boolean> {
  const cookie = readCookie(sessionCookie, request, deps)
  return cookie !== null && (await findSession(deps.db, hashSecret(cookie), deps.clock())) !== undefined
}

function queryOf({ url }: FastifyRequest): string {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at)
}

function requireProvider({ provider }: OidcDeps): IdentityProvider {
  if (!provider) throw new ApiError(404, 'No identity provider is set up here')
  return provider
}
