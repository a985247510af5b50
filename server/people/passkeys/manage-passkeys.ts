/** A person makes and withdraws passkeys (decision 70). */
import type { FastifyRequest } from 'fastify'
import { ApiError, notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { type Db, lockKey, type Tx } from '../../platform/postgres/db.ts'
import { isStorable } from '../../platform/text.ts'
import { recordAction } from '../caller/audit.ts'
import { readSession, recordProof } from '../sessions/sessions.ts'
import { newChallenge } from './challenges.ts'
import { listPasskeys, type Owner, type Passkey } from './passkeys.ts'
import { asFailure, ownerOf, type PasskeyDeps, passkeyRequired, prove, readAnswer } from './prove.ts'
import { PasskeyRefused } from './refused.ts'
import { mayHavePasskeys, relyingPartyOf } from './relying-party.ts'
import { recovers, requireMayMake } from './require-known.ts'
import { maxPasskeys } from './schemas.ts'
import {
  type Assertion,
  type CreationOptions,
  creationOptions,
  type Registration,
  verifyRegistration,
} from './verify.ts'

/**
 * A passkey signs in for ever and with all rights of its person, so nothing that has less makes one.
 * @throws {ApiError} 403 for a key, a session that one made, and on behalf of others
 */
export function requireOwnSession({ caller: { via }, auditId }: FastifyRequest): void {
  if (auditId !== undefined) throw new ApiError(403, 'Nobody has to do with passkeys on behalf of others')
  if (via.kind !== 'session' || via.keyId !== null)
    throw new ApiError(403, 'Only a session that no key made has to do with passkeys')
}

/**
 * @param assertion  of a passkey that they have
 * @returns what the browser asks the new device
 * @throws {ApiError} 403 as `requireMayMake`; 409 for one too many; 422 where browsers have none
 */
export async function beginPasskey(
  deps: PasskeyDeps,
  request: FastifyRequest,
  assertion: Assertion | null,
): Promise<CreationOptions> {
  const at = relyingPartyOf(request, deps)
  if (!mayHavePasskeys(at))
    throw new ApiError(422, 'Browsers have no passkeys for this address: it must be a name, and HTTPS')
  const known = await listPasskeys(deps.db, ownerOf(request))
  requireRoom(known)
  const session = await sessionOf(deps, request)
  if (assertion) await prove(deps, request, 'add', assertion).catch(recordRefusal(deps, request, 'add', 403))
  else await requireMayMake(deps, request, session, known, deps.clock())
  const { workspace, user, via } = request.caller
  const challenge = newChallenge(deps, { purpose: 'make', host: at.host, session: via.id })
  const here = known.filter(({ host }) => host === at.host)
  return creationOptions(challenge, at, { workspace, user }, here)
}

/**
 * @throws {ApiError} 400 for an answer that proves nothing; 403 as `requireMayMake`, of which something may have changed
 *   since the browser was asked; 409 for one too many, or one that is known already
 */
export async function makePasskey(
  deps: PasskeyDeps,
  request: FastifyRequest,
  { name, credential }: { name: string; credential: Registration },
): Promise<Passkey> {
  const at = relyingPartyOf(request, deps)
  const { id: session } = request.caller.via
  const { askedAt, ...verified } = await readAnswer(deps, at, credential.response.clientDataJSON, {
    purpose: 'make',
    session,
  })
    .then(async ({ challenge, askedAt }) => ({ askedAt, ...(await verifyRegistration(credential, challenge, at)) }))
    .catch(recordRefusal(deps, request, 'make', 400))
  const owner = ownerOf(request)
  return deps.db.transaction().execute(async (tx) => {
    await lockPasskeys(tx, owner)
    const known = await listPasskeys(tx, owner)
    requireRoom(known)
    const inside = { ...deps, db: tx }
    await requireMayMake(inside, request, await sessionOf(inside, request), known, askedAt)
    const now = deps.clock()
    const passkey = { id: newId('pk', now), name, host: at.host, created_at: now, last_used_at: null }
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('passkeys')
      .values({ workspace_id: owner.workspaceId, user_id: owner.userId, ...passkey, ...verified })
      .onConflict((conflict) => conflict.columns(['credential_id', 'host']).doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) throw new ApiError(409, 'This passkey is known already')
    await recordProof(tx, now, { workspaceId: owner.workspaceId, id: session })
    const details = { passkey_id: passkey.id, host: at.host }
    await recordAction(tx, now, request, { action: 'passkey.make', status: 201, details })
    return passkey
  })
}

/**
 * @param assertion  for the last one of somebody who may have super admin rights; not in a session of an administrator's
 *   link, which is for those who have lost it
 * @throws {ApiError} 403, 404
 */
export async function withdrawPasskey(
  deps: PasskeyDeps,
  request: FastifyRequest,
  id: string,
  assertion: Assertion | null,
): Promise<void> {
  const session = await sessionOf(deps, request)
  if (assertion) await prove(deps, request, 'withdraw', assertion).catch(recordRefusal(deps, request, 'withdraw', 403))
  const owner = ownerOf(request)
  await deps.db.transaction().execute(async (tx) => {
    await lockPasskeys(tx, owner)
    const known = await listPasskeys(tx, owner)
    const passkey = isStorable(id) ? known.find((each) => each.id === id) : undefined
    if (!passkey) throw notFound('Passkey')
    const now = deps.clock()
    if (known.length === 1 && session.may_elevate && !assertion && !recovers(session, now))
      throw await passkeyRequired(deps, request, 'withdraw', known)
    await tx.deleteFrom('passkeys').where('workspace_id', '=', owner.workspaceId).where('id', '=', id).execute()
    const details = { passkey_id: id, host: passkey.host }
    await recordAction(tx, now, request, { action: 'passkey.withdraw', details })
  })
}

const sessionOf = (
  { db, clock }: Pick<PasskeyDeps, 'clock'> & { db: Db },
  { caller: { workspace, via } }: FastifyRequest,
) => readSession(db, clock(), workspace.id, via.id)

const lockPasskeys = (tx: Tx, { workspaceId, userId }: Owner) => lockKey(tx, `passkeys of ${workspaceId} ${userId}`)

/** @throws {ApiError} 409 */
function requireRoom(known: unknown[]): void {
  if (known.length >= maxPasskeys)
    throw new ApiError(409, `You have ${maxPasskeys} passkeys, as many as a person may; withdraw one`)
}

/** Refused answers of devices are in the audit log. */
const recordRefusal =
  ({ db, clock }: PasskeyDeps, request: FastifyRequest, purpose: string, status: 400 | 403) =>
  async (error: unknown) => {
    if (error instanceof PasskeyRefused) {
      const details = { purpose, reason: error.message }
      await recordAction(db, clock(), request, { action: 'passkey.refuse', status, details })
    }
    return asFailure(status)(error)
  }
