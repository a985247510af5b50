/** Accounts as the identity provider makes, changes and deletes them; each change is that of an administrator (decision 29c). */
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { ApiError } from '../platform/errors.ts'
import { ifMatchAllows } from '../platform/http/etag.ts'
import type { Db, Tx } from '../platform/postgres/db.ts'
import { foldCase, isEmail } from '../platform/text.ts'
import type { Clock } from '../platform/time.ts'
import { recordAction } from '../workspace/audit.ts'
import { changeSight } from '../workspace/change-sight.ts'
import { changeUserIn, createUserIn } from '../workspace/people.ts'
import { getUser } from './find-users.ts'
import { nameAnew, nameFirst } from './name-user.ts'
import { type ScimUser, versionOf } from './present.ts'
import type { WantedUser } from './read-user.ts'
import { invalidValue, scimError } from './scim-errors.ts'

export type ScimDeps = { db: Db; clock: Clock }

/**
 * A deleted account is taken up again: not as an admin, whatever it was before.
 * @throws {ApiError} 400 for what is no address; 409 for the address of a user
 */
export function createUser({ db, clock }: ScimDeps, request: FastifyRequest, wanted: WantedUser): Promise<ScimUser> {
  const workspaceId = request.caller.workspace.id
  const email = wanted.userName ?? null
  if (email === null) throw invalidValue('body.userName', 'is required')
  if (!isEmail(email)) throw invalidValue('body.userName', 'must be an e-mail address')
  return changeSight(db, workspaceId, async (tx) => {
    const now = clock()
    const before = await findDeleted(tx, workspaceId, email)
    const { full_name, ...parts } = nameFirst(before?.email ?? email, wanted)
    const account = before ?? (await createUserIn(tx, now, request, { email, full_name, admin: false }))
    await changeUserIn(tx, now, request, account.id, { full_name, admin: false, active: wanted.active ?? true })
    await saveSaid(tx, workspaceId, account.id, { external_id: wanted.externalId ?? null, ...parts, removed: false })
    return getUser(tx, workspaceId, account.id)
  })
}

/** @throws {ApiError} 409 if the address is that of an account which is not deleted */
async function findDeleted(tx: Tx, workspaceId: string, email: string) {
  const { rows } = await sql<{ id: string; email: string; active: boolean; erased: boolean; removed: boolean }>`
    select id, email, active, erased_at is not null as erased, coalesce(removed, false) as removed
    from users left join scim_people known on known.workspace_id = users.workspace_id and known.user_id = users.id
    where users.workspace_id = ${workspaceId} and email_folded = ${foldCase(email)}`.execute(tx)
  const account = rows[0]
  if (account?.erased) {
    throw scimError('uniqueness', `${email} is the address of a person who is being erased; try again later`)
  }
  if (account && !account.removed) throw scimError('uniqueness', `${email} is the address of another user`)
  return account
}

/**
 * @throws {ApiError} 404; 412 for an If-Match that names another version; 400 for another address; 409 for the last active admin
 */
export function changeUser(
  { db, clock }: ScimDeps,
  request: FastifyRequest<{ Params: { id: string } }>,
  wanted: WantedUser,
): Promise<ScimUser> {
  const workspaceId = request.caller.workspace.id
  return changeSight(db, workspaceId, async (tx) => {
    const user = await findToChange(tx, request)
    requireSameAddress(user, wanted)
    const { full_name, ...parts } = nameAnew(user, wanted)
    const now = clock()
    await changeUserIn(tx, now, request, user.id, { full_name, active: wanted.active })
    const external_id = wanted.externalId === undefined ? user.external_id : wanted.externalId
    const said = { external_id, ...parts }
    const saysNew = (Object.keys(said) as (keyof typeof said)[]).some((name) => said[name] !== user[name])
    if (saysNew) await saveSaid(tx, workspaceId, user.id, { ...said, removed: false })
    if (external_id !== user.external_id) {
      const details = { user_id: user.id, before: { external_id: user.external_id }, after: { external_id } }
      await recordAction(tx, now, request, { action: 'user.change', details })
    }
    return getUser(tx, workspaceId, user.id)
  })
}

/**
 * The account is deactivated and SCIM shows it no more; nothing is erased.
 * @throws {ApiError} as `changeUser`
 */
export function deleteUser(
  { db, clock }: ScimDeps,
  request: FastifyRequest<{ Params: { id: string } }>,
): Promise<void> {
  const workspaceId = request.caller.workspace.id
  return changeSight(db, workspaceId, async (tx) => {
    const { id, external_id, given_name, family_name } = await findToChange(tx, request)
    const now = clock()
    await changeUserIn(tx, now, request, id, { active: false })
    await saveSaid(tx, workspaceId, id, { external_id, given_name, family_name, removed: true })
    await recordAction(tx, now, request, { action: 'user.remove', status: 204, details: { user_id: id } })
  })
}

async function findToChange(tx: Tx, { caller, params, headers }: FastifyRequest<{ Params: { id: string } }>) {
  const user = await getUser(tx, caller.workspace.id, params.id)
  if (!ifMatchAllows(headers['if-match'], versionOf(user))) {
    throw new ApiError(412, 'The user has changed since it was read; read it again')
  }
  return user
}

/** Invitations name an address: with another one the person would lose their meetings, and others what the person shared. */
function requireSameAddress(user: ScimUser, { userName }: WantedUser): void {
  if (userName === undefined || (userName !== null && foldCase(userName) === foldCase(user.email))) return
  throw scimError('mutability', 'userName cannot be changed: it is the address that invitations name')
}

type Said = Pick<ScimUser, 'external_id' | 'given_name' | 'family_name'> & { removed: boolean }

async function saveSaid(tx: Tx, workspaceId: string, userId: string, said: Said): Promise<void> {
  await tx
    .insertInto('scim_people')
    .values({ workspace_id: workspaceId, user_id: userId, ...said })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doUpdateSet(said))
    .execute()
}
