/**
 * A designated admin elevates a session to super admin rights for a while (decision 43 on elevation). They prove that
 * they are there: by a passkey where they have one, or at the identity provider that they came from (decision 70).
 */
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../platform/errors.ts'
import { recordAction } from '../caller/audit.ts'
import { readSession, type SessionState, type ShownSession, setElevation } from '../sessions/sessions.ts'
import { elevatedUntil } from '../sessions/validity.ts'
import { listPasskeys } from './passkeys.ts'
import { asFailure, ownerOf, type PasskeyDeps, passkeyRequired, prove } from './prove.ts'
import { requireKnown } from './require-known.ts'
import type { Assertion } from './verify.ts'

/** @throws {ApiError} 403, which is recorded in the audit log too, but for the question for a passkey */
export async function elevate(
  deps: PasskeyDeps,
  request: FastifyRequest,
  assertion: Assertion | null,
): Promise<ShownSession> {
  const { db, clock } = deps
  const { workspace, via } = request.caller
  const now = clock()
  const isSession = via.kind !== 'key'
  const task = (more: object) => ({
    action: 'session.elevate',
    details: { ...(isSession && { session_id: via.id }), ...more },
  })
  try {
    if (request.auditId !== undefined) throw refused('A session cannot be elevated on behalf of others')
    if (!isSession) throw refused('Only a session can be elevated')
    const session = await readSession(db, now, workspace.id, via.id)
    if (!session.may_elevate) throw refused(refusal(via.keyId !== null))
    const proof = await requireProof(deps, request, session, assertion)
    const until = elevatedUntil(now)
    await setElevation(db, request, until, task(proof), now)
    return { ...session, super_admin: true, elevated_until: until }
  } catch (error) {
    // Each ordinary elevation begins with that question, and no refusal should drown among them.
    if (error instanceof ApiError && error.status === 403 && error.code !== 'passkey_required')
      await recordAction(db, now, request, { ...task({ reason: error.message }), status: 403 })
    throw error
  }
}

const refused = (message: string) => new ApiError(403, message)

const refusal = (isOfKey: boolean) =>
  isOfKey
    ? 'Only a session of a super admin key, or one that no key made, can be elevated'
    : 'Only a designated admin of an enterprise workspace can elevate a session'

/** @returns how it was proved, for the audit log @throws {ApiError} 403 */
async function requireProof(
  deps: PasskeyDeps,
  request: FastifyRequest,
  session: SessionState,
  assertion: Assertion | null,
): Promise<object> {
  const known = await listPasskeys(deps.db, ownerOf(request))
  if (known.length > 0) {
    if (!assertion) throw await passkeyRequired(deps, request, 'elevate', known)
    const { passkeyId } = await prove(deps, request, 'elevate', assertion).catch(asFailure(403))
    return { by: 'passkey', passkey_id: passkeyId }
  }
  return requireKnown(deps, request, session)
}
