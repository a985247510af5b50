/** The passkeys of people (decision 70). A row is locked while an answer of its device is checked, so that it counts once. */
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { PasskeyRow } from '../../platform/postgres/tables.ts'
import { PasskeyRefused } from './refused.ts'
import type { RelyingParty } from './relying-party.ts'
import { type Assertion, type ClientData, handleOf, verifyAssertion } from './verify.ts'

export type Owner = { workspaceId: string; userId: string }

/** What its person sees of it. */
export type Passkey = Pick<PasskeyRow, 'id' | 'name' | 'host' | 'created_at' | 'last_used_at'>

/** Oldest first, of all hosts. */
export const listPasskeys = (db: Db, { workspaceId, userId }: Owner) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'name', 'host', 'created_at', 'last_used_at', 'credential_id', 'transports'])
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export type Proved = Owner & { passkeyId: string }

/**
 * Whose device answered, checked and noted.
 * @param wanted  whose it must be; at a sign-in the workspace that the host names, if it names one
 * @throws {PasskeyRefused}
 */
export async function usePasskey(
  tx: Tx,
  now: Date,
  at: RelyingParty,
  { assertion, clientData }: { assertion: Assertion; clientData: ClientData },
  wanted: Partial<Owner>,
): Promise<Proved> {
  const { workspaceId, userId } = wanted
  let found = tx
    .selectFrom('passkeys')
    .select(['workspace_id', 'id', 'user_id', 'credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', credentialIdOf(assertion))
    .where('host', '=', at.host)
  if (workspaceId !== undefined) found = found.where('workspace_id', '=', workspaceId)
  if (userId !== undefined) found = found.where('user_id', '=', userId)
  const passkey = await found.forUpdate().executeTakeFirst()
  if (!passkey || !isOwn(passkey, assertion)) throw unknown()
  const counter = await verifyAssertion(assertion, clientData.challenge, at, passkey)
  await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('workspace_id', '=', passkey.workspace_id)
    .where('id', '=', passkey.id)
    .execute()
  return { workspaceId: passkey.workspace_id, userId: passkey.user_id, passkeyId: passkey.id }
}

const unknown = () => new PasskeyRefused('This passkey is not known here; it may have been withdrawn')

/** A device that says for whom it is must mean its owner (WebAuthn, 7.2, step 6). */
function isOwn({ workspace_id, user_id }: Pick<PasskeyRow, 'workspace_id' | 'user_id'>, { response }: Assertion) {
  const handle = response.userHandle
  return handle == null || Buffer.from(handle, 'base64url').equals(handleOf(workspace_id, user_id))
}

export const credentialIdOf = ({ id }: Pick<Assertion, 'id'>) => Buffer.from(id, 'base64url')

/** Whose it is, for the audit log; where it would not sign in nobody's. @param workspaceId  null for any */
export async function findOwner(
  db: Db,
  { host }: Pick<RelyingParty, 'host'>,
  assertion: Pick<Assertion, 'id'>,
  workspaceId: string | null,
): Promise<Proved | undefined> {
  let passkey = db
    .selectFrom('passkeys')
    .select(['workspace_id', 'user_id', 'id'])
    .where('credential_id', '=', credentialIdOf(assertion))
    .where('host', '=', host)
  if (workspaceId !== null) passkey = passkey.where('workspace_id', '=', workspaceId)
  const found = await passkey.executeTakeFirst()
  return found && { workspaceId: found.workspace_id, userId: found.user_id, passkeyId: found.id }
}
