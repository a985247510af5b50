/** The audit log has the refused sign-ins of people who are known: by a key, a link, a passkey or an address that was theirs. */
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context/context.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { recordActor } from '../caller/audit.ts'
import { hashSecret } from '../caller/keys.ts'
import { findOwner } from '../passkeys/passkeys.ts'
import { type RelyingParty, relyingPartyOf } from '../passkeys/relying-party.ts'
import type { Assertion } from '../passkeys/verify.ts'
import { countTry, keyOfAddress } from '../requests/count-tries.ts'
import { findKeyOwner } from '../requests/find-key.ts'
import type { BrowserOptions } from '../sessions/browser.ts'
import type { WayIn } from '../sessions/sessions.ts'
import { findPeople } from './people-by-email.ts'
import { findToken, wayOf } from './tokens.ts'

export type GivenProof = { api_key?: string | null; token?: string | null; passkey?: Assertion | null }

type KnownPerson = { workspaceId: string; userId: string; keyId: string | null; way: WayIn }
type Refusal = { status: number; message: string }

/** Rows of a network address: nobody fills the log with an old key. */
const mostRows = { max: 10, seconds: 60 }

/**
 * @param given  the key, token or passkey, which may have expired or been switched off
 * @param workspaceId  the workspace that the host names; null for none
 */
export async function recordRefusal(
  deps: Pick<Context, 'db' | 'clock'> & BrowserOptions,
  request: FastifyRequest,
  given: GivenProof,
  workspaceId: string | null,
  refusal: Refusal,
): Promise<void> {
  const { passkey } = given
  const known = passkey
    ? await knownByPasskey(deps.db, relyingPartyOf(request, deps), passkey, workspaceId)
    : await findKnown(deps.db, given)
  if (known) await record(deps, request, [known], refusal)
}

/** @param email  as the identity provider has it */
export async function recordRefusedIdentity(
  deps: Pick<Context, 'db' | 'clock'>,
  request: FastifyRequest,
  { email, workspaceId }: { email: string; workspaceId: string | null },
  refusal: Refusal,
): Promise<void> {
  const people = await findPeople(deps.db, email, workspaceId)
  const known = people.map((person) => ({ ...person, keyId: null, way: { by: 'oidc' as const } }))
  await record(deps, request, known, refusal)
}

const findKnown = (db: Db, { api_key, token }: GivenProof): Promise<KnownPerson | undefined> =>
  api_key != null ? knownByKey(db, api_key) : knownByToken(db, token!)

async function knownByPasskey(
  db: Db,
  at: RelyingParty,
  passkey: Assertion,
  workspaceId: string | null,
): Promise<KnownPerson | undefined> {
  const found = await findOwner(db, at, passkey, workspaceId)
  if (!found) return undefined
  const { passkeyId, ...owner } = found
  return { ...owner, keyId: null, way: { by: 'passkey', passkey_id: passkeyId } }
}

async function knownByKey(db: Db, secret: string): Promise<KnownPerson | undefined> {
  const key = await findKeyOwner(db, hashSecret(secret.trim()))
  return key && { workspaceId: key.workspace_id, userId: key.user_id, keyId: key.id, way: { by: 'key' } }
}

async function knownByToken(db: Db, token: string): Promise<KnownPerson | undefined> {
  const found = await findToken(db, token)
  return found && { workspaceId: found.workspace_id, userId: found.user_id, keyId: null, way: wayOf(found) }
}

/** A row that cannot be written, as in a frozen workspace, does not change the answer. */
async function record(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  request: FastifyRequest,
  people: KnownPerson[],
  { status, message }: Refusal,
): Promise<void> {
  try {
    for (const { way, ...actor } of people) {
      const now = clock()
      const counted = await countTry(db, now, keyOfAddress('refused', request.ip), mostRows)
      if (!counted.passed) return
      const details = { ...way, reason: message }
      await recordActor(db, now, actor, request, { action: 'session.refuse', status, details })
    }
  } catch (err) {
    request.log.error({ err }, 'A refused sign-in could not be recorded')
  }
}
