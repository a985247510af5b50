/** Making, changing and leaving channels: members may do all of it, and anyone may join a public one (decision 29e). */
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { ApiError, notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { type Db, lockKey, type Tx } from '../../platform/postgres/db.ts'
import { isStorable } from '../../platform/text.ts'
import { changesOf, recordAction } from '../caller/audit.ts'
import type { Caller } from '../caller/caller.ts'
import { changeSight } from '../caller/change-sight.ts'
import { type ChannelEntry, findChannel, getChannel, notAMember, requireMember } from './channels.ts'
import { findPeople, requireNamed } from './find-people.ts'

/** The caller becomes the first member. */
export function createChannel(
  db: Db,
  now: Date,
  request: FastifyRequest,
  wanted: { title: string; private: boolean },
): Promise<ChannelEntry> {
  const { caller } = request
  return changeSight(db, caller.workspace.id, async (tx) => {
    const channel = await insertChannel(tx, now, caller, wanted)
    const added = await saveMembers(tx, caller, channel.id, [caller.user.id])
    const details = { channel_id: channel.id, ...wanted, added }
    await recordChannelAction(tx, now, request, { action: 'channel.create', status: 201, details })
    return { ...channel, member_count: 1 }
  })
}

/** This and the other writes check no rights: the caller of them does, in the same transaction. */
export async function insertChannel(
  tx: Tx,
  now: Date,
  { workspace }: Caller,
  wanted: { title: string; private: boolean },
): Promise<Omit<ChannelEntry, 'member_count'>> {
  const channel = { id: newId('ch', now), ...wanted, created_at: now }
  await tx
    .insertInto('channels')
    .values({ workspace_id: workspace.id, ...channel })
    .execute()
  return channel
}

/** @throws {ApiError} 404 or 403 for a caller who is not in it; 403 to open the group of a directory to everybody */
export function changeChannel(
  db: Db,
  now: Date,
  request: FastifyRequest,
  id: string,
  wanted: { title?: string | null; private?: boolean | null },
  alsoChange: (tx: Tx, id: string) => Promise<void> = async () => {},
): Promise<ChannelEntry> {
  const { caller } = request
  return changeSight(db, caller.workspace.id, async (tx) => {
    const channel = await requireMember(tx, caller, id)
    await alsoChange(tx, id)
    const changes = changesOf(channel, ['title', 'private'], wanted)
    if (!changes) return channel
    if (changes.after.private === false) await requireNoGroup(tx, caller, id)
    await updateChannel(tx, caller, id, changes.after)
    const details = { channel_id: id, title: channel.title, ...changes }
    await recordChannelAction(tx, now, request, { action: 'channel.change', details })
    return { ...channel, ...changes.after }
  })
}

/** The id of the channel, if it is a group of a directory. */
const groupAmong = (workspaceId: string, id: string) => sql`
  select channel_id from scim_groups where workspace_id = ${workspaceId} and channel_id = ${id}
  union all select channel_id from sign_in_groups where workspace_id = ${workspaceId} and channel_id = ${id}`

/** The identity provider decides who is in its groups (SCIM, or the claim of sign-ins), so nobody else makes one public. */
async function requireNoGroup(tx: Tx, { workspace }: Caller, id: string): Promise<void> {
  const { rows } = await groupAmong(workspace.id, id).execute(tx)
  if (rows.length > 0) throw new ApiError(403, 'This channel is a group of your directory, so it stays private')
}

/**
 * Makes groups of a directory private again. Who came in while one was open leaves it: the caller adds again whom the
 * directory names.
 * @returns the ids of those that were public, and who left, by channel
 */
export async function closeGroups(
  tx: Tx,
  workspaceId: string,
  ids: string[],
): Promise<{ closed: Set<string>; left: Map<string, string[]> }> {
  const { rows } = await sql<{ id: string }>`
    update channels set private = true
    where workspace_id = ${workspaceId} and id = any(${ids}::text[]) and not private returning id`.execute(tx)
  const gone = await sql<{ channel_id: string; user_id: string }>`
    delete from channel_members where workspace_id = ${workspaceId} and channel_id = any(${ids}::text[])
      and came_while_open returning channel_id, user_id`.execute(tx)
  const left = new Map<string, string[]>()
  for (const { channel_id, user_id } of gone.rows) left.set(channel_id, [...(left.get(channel_id) ?? []), user_id])
  return { closed: new Set(rows.map(({ id }) => id)), left }
}

export function updateChannel(
  tx: Tx,
  { workspace }: Caller,
  id: string,
  after: { title?: string; private?: boolean },
): Promise<unknown> {
  return tx.updateTable('channels').set(after).where('workspace_id', '=', workspace.id).where('id', '=', id).execute()
}

/**
 * Its publications are removed; uploads that are to be published there are published nowhere.
 * @throws {ApiError} 404 or 403 for a caller who is not in it
 */
export function deleteChannel(db: Db, now: Date, request: FastifyRequest, id: string): Promise<void> {
  const { caller } = request
  return changeSight(db, caller.workspace.id, async (tx) => {
    const { title } = await requireMember(tx, caller, id)
    await removeChannel(tx, caller, id)
    await recordChannelAction(tx, now, request, { action: 'channel.delete', details: { channel_id: id, title } })
  })
}

export function removeChannel(tx: Tx, { workspace }: Caller, id: string): Promise<unknown> {
  return tx.deleteFrom('channels').where('workspace_id', '=', workspace.id).where('id', '=', id).execute()
}

/**
 * Adds a person; a member stays a member.
 * @param user  id or e-mail; a person who is not in a public channel may add themself, and a member changes nothing by it
 * @throws {ApiError} 404 or 403 for a caller who is not in it; 400 for an unknown person
 */
export function addMember(db: Db, now: Date, request: FastifyRequest, id: string, user: string): Promise<ChannelEntry> {
  const { caller } = request
  return db.transaction().execute(async (tx) => {
    const named = await findPeople(tx, caller.workspace.id, [user])
    const person = named.get(user)
    // Before the channel, as in a sign-in, to avoid deadlocks.
    if (person) await lockMemberships(tx, caller.workspace.id, person.id)
    await keepChannel(tx, caller, id)
    const channel = await getChannel(tx, caller, id)
    const isOwn = person?.id === caller.user.id
    if (!channel.is_member && (channel.private || !isOwn)) throw notAMember()
    // Else who is there by their group alone would stay without it.
    if (channel.is_member && isOwn) return channel
    const added = await addForGood(tx, caller, id, requireNamed(named, user).id)
    const details = { channel_id: id, title: channel.title, added, removed: [] }
    if (added.length > 0) await recordChannelAction(tx, now, request, { action: 'channel.change', details })
    return getChannel(tx, caller, id)
  })
}

/**
 * Removes a person, who may be the caller.
 * @throws {ApiError} 404 or 403 for a caller who is not in it; 404 for a person who is not in it
 */
export function removeMember(
  db: Db,
  now: Date,
  request: FastifyRequest,
  id: string,
  userId: string,
): Promise<ChannelEntry> {
  const { caller } = request
  return db.transaction().execute(async (tx) => {
    const { title } = await requireMember(tx, caller, id)
    const removed = isStorable(userId) ? await dropMembers(tx, caller, id, [userId]) : []
    if (removed.length === 0) throw notFound('Member')
    const details = { channel_id: id, title, added: [], removed }
    await recordChannelAction(tx, now, request, { action: 'channel.change', details })
    return (await findChannel(tx, caller, id))!
  })
}

/**
 * Until the end of the transaction nobody deletes or closes the channel, if it is there. Joining changes no sight and needs
 * no other lock.
 */
async function keepChannel(tx: Tx, { workspace }: Caller, id: string): Promise<void> {
  if (!isStorable(id)) return
  await tx
    .selectFrom('channels')
    .select('id')
    .where('workspace_id', '=', workspace.id)
    .where('id', '=', id)
    .forShare()
    .execute()
}

/**
 * A sign-in removes only whom a sign-in has added, so it must not have added this person. Call `lockMemberships` before.
 * @returns the user id, if the person was not a member, or only by their sign-in
 */
async function addForGood(tx: Tx, caller: Caller, id: string, userId: string): Promise<string[]> {
  const added = await saveMembers(tx, caller, id, [userId])
  const { rows } = await sql<{ user_id: string }>`
    delete from sign_in_members where workspace_id = ${caller.workspace.id} and channel_id = ${id}
      and user_id = ${userId} returning user_id`.execute(tx)
  return [...added, ...rows.map(({ user_id }) => user_id)]
}

/** Sign-ins of the person, and who adds them to a channel, wait for each other. */
export function lockMemberships(tx: Tx, workspaceId: string, userId: string): Promise<void> {
  return lockKey(tx, `memberships ${workspaceId} ${userId}`)
}

/**
 * Who comes into the group of a directory while it is open leaves it when the directory closes it (`closeGroups`).
 * @returns the user ids that were not members before
 */
export async function saveMembers(tx: Tx, { workspace }: Caller, id: string, userIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    insert into channel_members (workspace_id, channel_id, user_id, came_while_open)
    select ${workspace.id}, ${id}, user_id, exists (
      select from channels where workspace_id = ${workspace.id} and id = ${id} and not private
        and id in (${groupAmong(workspace.id, id)}))
    from unnest(${userIds}::text[]) user_id
    on conflict do nothing returning user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

/** @returns the user ids that were members */
export async function dropMembers(tx: Tx, { workspace }: Caller, id: string, userIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    delete from channel_members where workspace_id = ${workspace.id} and channel_id = ${id}
      and user_id = any(${userIds}::text[]) returning user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

type ChannelTask = {
  action: 'channel.create' | 'channel.change' | 'channel.delete'
  status?: number
  /** `added` and `removed` are user ids; an identity provider may change several people at once. */
  details: { channel_id: string; added?: string[]; removed?: string[] } & Record<string, unknown>
}

/**
 * The audit log has what super admins do with channels, as everything they do with their rights; not what members do.
 * Writes the row in the transaction of the change. A caller who acts on behalf of a person has a row already.
 */
async function recordChannelAction(tx: Db, now: Date, request: FastifyRequest, task: ChannelTask): Promise<void> {
  if (request.caller.superAdmin) await recordAction(tx, now, request, task)
}
