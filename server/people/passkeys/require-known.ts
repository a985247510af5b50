/** What somebody shows besides their session before they get administrator rights, or a passkey that gives them (decision 70). */
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { isFresh, type SessionState } from '../sessions/sessions.ts'
import type { listPasskeys } from './passkeys.ts'
import { type PasskeyDeps, passkeyRequired } from './prove.ts'

/**
 * Otherwise whoever has the session of somebody who may have super admin rights would make a passkey for themselves.
 * @param known  the passkeys of the person
 * @param at     when the browser was asked for the new one
 * @throws {ApiError} 403
 */
export async function requireMayMake(
  deps: PasskeyDeps,
  request: FastifyRequest,
  session: SessionState,
  known: Awaited<ReturnType<typeof listPasskeys>>,
  at: Date,
): Promise<void> {
  if (!session.may_elevate || provedByPasskey(session, at)) return
  if (known.length > 0) throw await passkeyRequired(deps, request, 'add', known)
  const { proved_at, created_at } = session
  // A provider that does not say when they signed in has let them in here at least.
  if (isOfProvider(deps, session, isFresh(proved_at ?? created_at, at), 'a first passkey needs')) return
  if (recovers(session, at)) return
  await requireNoSecondFactor(
    deps.db,
    request,
    'A first passkey needs a link of an administrator here, within 15 minutes',
  )
}

/** @returns how somebody without a passkey is known, for the audit log @throws {ApiError} 403 */
export async function requireKnown(deps: PasskeyDeps, request: FastifyRequest, session: SessionState): Promise<object> {
  const isLately = isFresh(session.proved_at, deps.clock())
  if (isOfProvider(deps, session, isLately, 'administrator rights need')) return { by: 'oidc' }
  const without =
    'This workspace gives administrator rights only to people with a passkey; make one in your account first'
  await requireNoSecondFactor(deps.db, request, without)
  return {}
}

/** @returns whether the session began at the identity provider @throws {ApiError} 403 if that is too long ago */
function isOfProvider(
  { provider }: Pick<PasskeyDeps, 'provider'>,
  { way }: SessionState,
  isLately: boolean,
  what: string,
): boolean {
  if (way !== 'oidc' || !provider) return false
  if (isLately) return true
  const message = `Sign in at ${provider.name} again: ${what} a sign-in of the last five minutes`
  throw new ApiError(403, message, { code: 'sign_in_required' })
}

/** A sign-in at the provider has its time from before the session began. */
const provedByPasskey = ({ way, created_at, proved_at }: SessionState, now: Date) =>
  isFresh(proved_at, now) && (way !== 'oidc' || proved_at! > created_at)

/** For how long a session of an administrator's link, or of the command line's, helps who has no passkey (any more). */
const recoveryMs = 15 * 60_000

export const recovers = ({ way, created_at }: SessionState, now: Date) =>
  way === 'link' && now.getTime() - created_at.getTime() < recoveryMs

async function requireNoSecondFactor(db: Db, { caller: { workspace } }: FastifyRequest, message: string) {
  const settings = db.selectFrom('workspaces').select('second_factor').where('id', '=', workspace.id)
  const { second_factor } = await settings.executeTakeFirstOrThrow()
  if (second_factor) throw new ApiError(403, message, { code: 'second_factor_required' })
}
