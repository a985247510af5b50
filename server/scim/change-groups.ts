/** Groups as the identity provider makes, changes and deletes them: private channels. Each change is an administrator's, and audited. */
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Tx } from '../platform/postgres/db.ts'
import { cutShort } from '../platform/text.ts'
import { recordAction } from '../workspace/audit.ts'
import type { Caller } from '../workspace/caller.ts'
import { dropMembers, insertChannel, removeChannel, saveMembers, updateChannel } from '../workspace/change-channels.ts'
import { changeSight } from '../workspace/change-sight.ts'
import type { ScimDeps } from './change-users.ts'
import { findUsersAmong, getGroup } from './find-groups.ts'
import type { ScimGroup } from './present.ts'
import type { WantedGroup, WantedMembers } from './read-group.ts'
import { invalidValue } from './scim-errors.ts'

/** @throws {ApiError} 400 without a name, or for a member who is no user */
export function createGroup({ db, clock }: ScimDeps, request: FastifyRequest, wanted: WantedGroup): Promise<ScimGroup> {
  const { caller } = request
  const title = wanted.displayName
  if (!title) throw invalidValue('body.displayName', 'is required')
  return changeSight(db, caller.workspace.id, async (tx) => {
    const now = clock()
    const { id } = await insertChannel(tx, now, caller, { title, private: true })
    await saveExternalId(tx, caller, id, wanted.externalId ?? null)
    const { added } = await changeMembers(tx, caller, id, wanted.members)
    const details = { channel_id: id, title, added }
    await recordAction(tx, now, request, { action: 'channel.create', status: 201, details })
    return getGroup(tx, caller.workspace.id, id)
  })
}

type GroupRequest = FastifyRequest<{ Params: { id: string } }>

/** @throws {ApiError} 404; 400 for a member who is no user */
export function changeGroup({ db, clock }: ScimDeps, request: GroupRequest, wanted: WantedGroup): Promise<ScimGroup> {
  const { caller } = request
  return changeSight(db, caller.workspace.id, async (tx) => {
    const { id, title, external_id } = await getGroup(tx, caller.workspace.id, request.params.id)
    const after = { title: wanted.displayName ?? title, external_id: wanted.externalId ?? null }
    if (wanted.externalId === undefined) after.external_id = external_id
    if (after.title !== title) await updateChannel(tx, caller, id, { title: after.title })
    if (after.external_id !== external_id) await saveExternalId(tx, caller, id, after.external_id)
    const { added, removed } = await changeMembers(tx, caller, id, wanted.members)
    const isSame = after.title === title && after.external_id === external_id && added.length + removed.length === 0
    if (!isSame) {
      const details = { channel_id: id, before: { title, external_id }, after, added, removed }
      await recordAction(tx, clock(), request, { action: 'channel.change', details })
    }
    return getGroup(tx, caller.workspace.id, id)
  })
}

/**
 * The channel goes, as when a member deletes it: its publications end.
 * @throws {ApiError} 404
 */
export function deleteGroup({ db, clock }: ScimDeps, request: GroupRequest): Promise<void> {
  const { caller } = request
  return changeSight(db, caller.workspace.id, async (tx) => {
    const { id, title } = await getGroup(tx, caller.workspace.id, request.params.id)
    await removeChannel(tx, caller, id)
    await recordAction(tx, clock(), request, {
      action: 'channel.delete',
      status: 204,
      details: { channel_id: id, title },
    })
  })
}

async function saveExternalId(tx: Tx, { workspace }: Caller, id: string, external_id: string | null): Promise<void> {
  await tx
    .insertInto('scim_groups')
    .values({ workspace_id: workspace.id, channel_id: id, external_id })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'channel_id']).doUpdateSet({ external_id }))
    .execute()
}

/**
 * Who is removed and no member changes nothing.
 * @returns those who became members, and those who are no more
 * @throws {ApiError} 400 for one who is to be a member and is no user
 */
async function changeMembers(tx: Tx, caller: Caller, id: string, wanted: WantedMembers | undefined) {
  if (!wanted) return { added: [], removed: [] }
  const named = [...wanted.named]
  const wantedIn = named.flatMap(([user, isIn]) => (isIn ? [user] : []))
  const users = await findUsersAmong(tx, caller.workspace.id, wantedIn)
  const unknown = wantedIn.find((user) => !users.has(user))
  if (unknown !== undefined) throw invalidValue('members', `names ${cutShort(unknown, 64)}, which is the id of no user`)
  const out = wanted.onlyThese
    ? await membersBut(tx, caller, id, wantedIn)
    : named.flatMap(([user, isIn]) => (isIn ? [] : [user]))
  const removed = await dropMembers(tx, caller, id, out)
  return { added: await saveMembers(tx, caller, id, wantedIn), removed }
}

async function membersBut(tx: Tx, { workspace }: Caller, id: string, kept: string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from channel_members where workspace_id = ${workspace.id} and channel_id = ${id}
      and user_id <> all(${kept}::text[])`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}
