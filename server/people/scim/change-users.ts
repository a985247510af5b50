/** The identity provider creates, changes and deletes accounts, each time as an administrator does (decision 29c). */
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../../platform/context/context.ts'
import { ApiError } from '../../platform/errors.ts'
import { ifMatchAllows } from '../../platform/http/etag.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { foldCase, isEmail } from '../../platform/text.ts'
import { findHolders, takenBy } from '../accounts/addresses.ts'
import { changeUserIn, createUserIn } from '../accounts/people.ts'
import { recordAction } from '../caller/audit.ts'
import { changeSight } from '../caller/change-sight.ts'
import { getUser } from './find-users.ts'
import { type ScimUser, versionOf } from './present.ts'
import { nameNewUser, renameUser, type WantedUser } from './read-user.ts'
import { invalidValue, scimError } from './scim-errors.ts'

/**
 * Restores a deleted account of this address, but never as an admin.
 * @throws {ApiError} 400 if it is not an address; 409 if it is a user's
 */
export function createUser(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  request: FastifyRequest,
  wanted: WantedUser,
): Promise<ScimUser> {
  const workspaceId = request.caller.workspace.id
  const email = wanted.userName ?? null
  if (email === null) throw invalidValue('body.userName', 'is required')
  if (!isEmail(email)) throw invalidValue('body.userName', 'must be an e-mail address')
  return changeSight(db, workspaceId, async (tx) => {
    const now = clock()
    const before = await findDeleted(tx, workspaceId, email)
    const { full_name, ...parts } = nameNewUser(before?.email ?? email, wanted)
    const account = before ?? (await createUserIn(tx, now, request, { email, full_name, admin: false }))
    await changeUserIn(tx, now, request, account.id, { full_name, admin: false, active: wanted.active ?? true })
    await saveDirectoryData(tx, workspaceId, account.id, {
      external_id: wanted.externalId ?? null,
      ...parts,
      removed: false,
    })
    return getUser(tx, workspaceId, account.id)
  })
}

/** @throws {ApiError} 409 if this is an address of another account; the current one of a deleted account is not */
async function findDeleted(tx: Tx, workspaceId: string, email: string) {
  const holder = (await findHolders(tx, workspaceId, [email])).get(foldCase(email))
  if (!holder) return undefined
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from users join scim_people known on known.workspace_id = users.workspace_id and known.user_id = users.id
    where users.workspace_id = ${workspaceId} and id = ${holder.user_id} and removed`.execute(tx)
  if (!holder.is_current || holder.erased || !rows[0]) throw scimError('uniqueness', takenBy(email, holder))
  return rows[0]
}

/**
 * With another `userName` the account keeps the address before (decision 29c on people).
 * @throws {ApiError} 404; 412 if If-Match differs; 409 for an address of another account, or for the last active admin
 */
export function changeUser(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  request: FastifyRequest<{ Params: { id: string } }>,
  wanted: WantedUser,
): Promise<ScimUser> {
  const workspaceId = request.caller.workspace.id
  return changeSight(db, workspaceId, async (tx) => {
    const user = await findToChange(tx, request)
    const email = await readAddress(tx, workspaceId, user, wanted)
    const { full_name, ...parts } = renameUser(user, wanted)
    const now = clock()
    await changeUserIn(tx, now, request, user.id, { email, full_name, active: wanted.active })
    const external_id = wanted.externalId === undefined ? user.external_id : wanted.externalId
    const data = { external_id, ...parts }
    const hasChanged = (Object.keys(data) as (keyof typeof data)[]).some((name) => data[name] !== user[name])
    if (hasChanged) await saveDirectoryData(tx, workspaceId, user.id, { ...data, removed: false })
    if (external_id !== user.external_id) {
      const details = { user_id: user.id, before: { external_id: user.external_id }, after: { external_id } }
      await recordAction(tx, now, request, { action: 'user.change', details })
    }
    return getUser(tx, workspaceId, user.id)
  })
}

/**
 * Deactivates the account and hides it from SCIM; erases nothing.
 * @throws {ApiError} as `changeUser`
 */
export function deleteUser(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  request: FastifyRequest<{ Params: { id: string } }>,
): Promise<void> {
  const workspaceId = request.caller.workspace.id
  return changeSight(db, workspaceId, async (tx) => {
    const { id, external_id, given_name, family_name } = await findToChange(tx, request)
    const now = clock()
    await changeUserIn(tx, now, request, id, { active: false })
    await saveDirectoryData(tx, workspaceId, id, { external_id, given_name, family_name, removed: true })
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

/** @returns the new address; undefined if it stays, whatever its case */
async function readAddress(tx: Tx, workspaceId: string, user: ScimUser, { userName }: WantedUser) {
  if (userName === undefined || (userName !== null && foldCase(userName) === foldCase(user.email))) return undefined
  if (userName === null || !isEmail(userName)) throw invalidValue('body.userName', 'must be an e-mail address')
  const holder = (await findHolders(tx, workspaceId, [userName])).get(foldCase(userName))
  if (holder && holder.user_id !== user.id) throw scimError('uniqueness', takenBy(userName, holder))
  return userName
}

type DirectoryData = Pick<ScimUser, 'external_id' | 'given_name' | 'family_name'> & { removed: boolean }

async function saveDirectoryData(tx: Tx, workspaceId: string, userId: string, data: DirectoryData): Promise<void> {
  await tx
    .insertInto('scim_people')
    .values({ workspace_id: workspaceId, user_id: userId, ...data })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doUpdateSet(data))
    .execute()
}
