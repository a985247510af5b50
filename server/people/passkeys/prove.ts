/** A person proves by a passkey that they are there, in a session that they have (decision 70). */
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context/context.ts'
import { ApiError } from '../../platform/errors.ts'
import type { BrowserOptions } from '../sessions/browser.ts'
import { recordProof } from '../sessions/sessions.ts'
import { newChallenge, type Purpose, takeChallenge } from './challenges.ts'
import { type listPasskeys, type Owner, type Proved, usePasskey } from './passkeys.ts'
import { PasskeyRefused } from './refused.ts'
import { type RelyingParty, relyingPartyOf } from './relying-party.ts'
import { type Assertion, readClientData, requestOptions, requireOrigin } from './verify.ts'

/** `provider` is the identity provider; null without one. */
export type PasskeyDeps = Pick<Context, 'db' | 'clock' | 'secretKey'> &
  BrowserOptions & { provider: { name: string } | null }

export const ownerOf = ({ caller: { workspace, via } }: FastifyRequest): Owner => ({
  workspaceId: workspace.id,
  userId: via.userId,
})

/**
 * 403 with what the browser is to ask the device.
 * @param known  all passkeys of the person; those of other hosts cannot answer here
 */
export async function passkeyRequired(
  deps: PasskeyDeps,
  request: FastifyRequest,
  purpose: Purpose,
  known: Awaited<ReturnType<typeof listPasskeys>>,
): Promise<ApiError> {
  const at = relyingPartyOf(request, deps)
  const own = known.filter(({ host }) => host === at.host)
  if (own.length === 0) {
    const hosts = [...new Set(known.map(({ host }) => host))].join(', ')
    return new ApiError(403, `This needs one of your passkeys, which work at ${hosts}`, { code: 'passkey_elsewhere' })
  }
  const challenge = newChallenge(deps, { purpose, host: at.host, session: request.caller.via.id })
  const options = await requestOptions(challenge, at, own)
  return new ApiError(403, 'This needs your passkey', { code: 'passkey_required', more: { options } })
}

/**
 * The session has the time of it.
 * @throws {PasskeyRefused}
 */
export async function prove(
  deps: PasskeyDeps,
  request: FastifyRequest,
  purpose: Purpose,
  assertion: Assertion,
): Promise<Proved> {
  const at = relyingPartyOf(request, deps)
  const { id: session } = request.caller.via
  const clientData = await readAnswer(deps, at, assertion.response.clientDataJSON, { purpose, session })
  const owner = ownerOf(request)
  return deps.db.transaction().execute(async (tx) => {
    const now = deps.clock()
    const proved = await usePasskey(tx, now, at, { assertion, clientData }, owner)
    await recordProof(tx, now, { workspaceId: owner.workspaceId, id: session })
    return proved
  })
}

/**
 * What a device signed, which counts once from here on.
 * @throws {PasskeyRefused} it was not asked here and for this, or signed on another page
 */
export async function readAnswer(
  deps: Pick<Context, 'db' | 'clock' | 'secretKey'>,
  at: RelyingParty,
  clientDataJSON: string,
  asked: { purpose: Purpose; session: string | null },
) {
  const clientData = readClientData(clientDataJSON)
  const askedAt = await takeChallenge(deps, clientData.challenge, { ...asked, host: at.host })
  requireOrigin(clientData, at)
  return { ...clientData, askedAt }
}

/** @param status  of the answer */
export const asFailure = (status: 400 | 401 | 403) => (error: unknown) => {
  if (!(error instanceof PasskeyRefused)) throw error
  throw new ApiError(status, error.message, { code: 'passkey_refused' })
}
