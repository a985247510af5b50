/** The identity provider creates, changes and deletes groups, which are private channels. Each change is audited. */
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../../platform/context/context.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { cutShort } from '../../platform/text.ts'
import {
  closeGroups,
  dropMembers,
  insertChannel,
  removeChannel,
  saveMembers,
  updateChannel,
} from '../accounts/change-channels.ts'
import { recordAction } from '../caller/audit.ts'
import type { Caller } from '../caller/caller.ts'
import { changeSight } from '../caller/change-sight.ts'
import { findUsersAmong, getGroup } from './find-groups.ts'
import type { ScimGroup } from './present.ts'
import type { WantedGroup, WantedMembers } from './read-group.ts'
import { invalidValue } from './scim-errors.ts'

/** @throws {ApiError} 400 without a name, or if a member is not a user */
export function createGroup(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  request: FastifyRequest,
  wanted: WantedGroup,
): Promise<ScimGroup> {
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

/** @throws {ApiError} 404; 400 if a member is not a user */
export function changeGroup(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  request: GroupRequest,
  wanted: WantedGroup,
): Promise<ScimGroup> {
  const { caller } = request
  return changeSight(db, caller.workspace.id, async (tx) => {
    const { id, title, external_id } = await getGroup(tx, caller.workspace.id, request.params.id)
    const after = { title: wanted.displayName ?? title, external_id: wanted.externalId ?? null }
    if (wanted.externalId === undefined) after.external_id = external_id
    if (after.title !== title) await updateChannel(tx, caller, id, { title: after.title })
    if (after.external_id !== external_id) await saveExternalId(tx, caller, id, after.external_id)
    // First, so that the members whom the directory names stay.
    const { closed, left } = await closeGroups(tx, caller.workspace.id, [id])
    const members = await changeMembers(tx, caller, id, wanted.members)
    const gone = new Set(left.get(id))
    const added = members.added.filter((user) => !gone.delete(user))
    const removed = [...gone, ...members.removed]
    const wasPublic = closed.has(id)
    const isSame = after.title === title && after.external_id === external_id && !wasPublic
    if (!isSame || added.length + removed.length > 0) {
      const [closedFrom, closedTo] = wasPublic ? [{ private: false }, { private: true }] : []
      const before = { title, external_id, ...closedFrom }
      const details = { channel_id: id, before, after: { ...after, ...closedTo }, added, removed }
      await recordAction(tx, clock(), request, { action: 'channel.change', details })
    }
    return getGroup(tx, caller.workspace.id, id)
  })
}

/**
 * Deletes the channel and ends its publications, as when a member deletes it.
 * @throws {ApiError} 404
 */
export function deleteGroup({ db, clock }: Pick<Context, 'db' | 'clock'>, request: GroupRequest): Promise<void> {
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
 * Removing somebody who is not a member changes nothing.
 * @returns the ids of added and of removed members
 * @throws {ApiError} 400 if a member to be added is not a user
 */
async function changeMembers(tx: Tx, caller: Caller, id: string, wanted: WantedMembers | undefined) {
  if (!wanted) return { added: [], removed: [] }
  const named = [...wanted.named]
  const toAdd = named.flatMap(([user, isMember]) => (isMember ? [user] : []))
  const users = await findUsersAmong(tx, caller.workspace.id, toAdd)
  const unknown = toAdd.find((user) => !users.has(user))
  if (unknown !== undefined) throw invalidValue('members', `names ${cutShort(unknown, 64)}, which is the id of no user`)
  const toRemove = wanted.onlyThese
    ? await membersExcept(tx, caller, id, toAdd)
    : named.flatMap(([user, isMember]) => (isMember ? [] : [user]))
  const removed = await dropMembers(tx, caller, id, toRemove)
  return { added: await saveMembers(tx, caller, id, toAdd), removed }
}

async function membersExcept(tx: Tx, { workspace }: Caller, id: string, kept: string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from channel_members where workspace_id = ${workspace.id} and channel_id = ${id}
      and user_id <> all(${kept}::text[])`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}
