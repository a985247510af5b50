/** Making, changing and leaving channels: members may do all of it, and anyone may join a public one (decision 29e). */

import { notFound } from '../platform/errors.ts'
import { newId } from '../platform/id.ts'
import type { Db, Tx } from '../platform/postgres/db.ts'
import { isStorable } from '../platform/text.ts'
import { changesOf } from './audit.ts'
import type { Caller } from './caller.ts'
import { changeSight } from './change-sight.ts'
import { type ChannelEntry, findChannel, getChannel, notAMember, requireMember } from './channels.ts'
import { findPeople, requireNamed } from './find-people.ts'

/** The caller becomes the first member. */
export function createChannel(
  db: Db,
  now: Date,
  caller: Caller,
  wanted: { title: string; private: boolean },
): Promise<ChannelEntry> {
  const channel = { id: newId('ch', now), ...wanted, created_at: now }
  return changeSight(db, caller.workspace.id, async (tx) => {
    await tx
      .insertInto('channels')
      .values({ workspace_id: caller.workspace.id, ...channel })
      .execute()
    await saveMember(tx, caller, channel.id, caller.user.id)
    return { ...channel, member_count: 1 }
  })
}

/** @throws {ApiError} 404 or 403 to those who are not in it */
export function changeChannel(
  db: Db,
  caller: Caller,
  id: string,
  wanted: { title?: string | null; private?: boolean | null },
): Promise<ChannelEntry> {
  return changeSight(db, caller.workspace.id, async (tx) => {
    const channel = await requireMember(tx, caller, id)
    const changes = changesOf(channel, ['title', 'private'], wanted)
    if (!changes) return channel
    await tx
      .updateTable('channels')
      .set({ ...changes.after })
      .where('workspace_id', '=', caller.workspace.id)
      .where('id', '=', id)
      .execute()
    return { ...channel, ...changes.after }
  })
}

/**
 * Its publications end; uploads that wait to be published there will be published nowhere.
 * @throws {ApiError} 404 or 403 to those who are not in it
 */
export function deleteChannel(db: Db, caller: Caller, id: string): Promise<void> {
  return changeSight(db, caller.workspace.id, async (tx) => {
    await requireMember(tx, caller, id)
    await tx.deleteFrom('channels').where('workspace_id', '=', caller.workspace.id).where('id', '=', id).execute()
  })
}

/**
 * Adds a person; a member stays a member.
 * @param user  id or e-mail; a person who is not in a public channel may add themself
 * @throws {ApiError} 404 or 403 to those who are not in it; 400 for an unknown person
 */
export function addMember(db: Db, caller: Caller, id: string, user: string): Promise<ChannelEntry> {
  return changeSight(db, caller.workspace.id, async (tx) => {
    const channel = await getChannel(tx, caller, id)
    const named = await findPeople(tx, caller.workspace.id, [user])
    const joins = !channel.private && named.get(user)?.id === caller.user.id
    if (!channel.is_member && !joins) throw notAMember()
    await saveMember(tx, caller, id, requireNamed(named, user).id)
    return getChannel(tx, caller, id)
  })
}

/**
 * Removes a person, who may be the caller.
 * @throws {ApiError} 404 or 403 to callers who are not in it; 404 for a person who is not in it
 */
export function removeMember(db: Db, caller: Caller, id: string, userId: string): Promise<ChannelEntry> {
  return changeSight(db, caller.workspace.id, async (tx) => {
    await requireMember(tx, caller, id)
    if (!isStorable(userId)) throw notFound('Member')
    const { numDeletedRows } = await tx
      .deleteFrom('channel_members')
      .where('workspace_id', '=', caller.workspace.id)
      .where('channel_id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('Member')
    return (await findChannel(tx, caller, id))!
  })
}

function saveMember(tx: Tx, { workspace }: Caller, channelId: string, userId: string) {
  return tx
    .insertInto('channel_members')
    .values({ workspace_id: workspace.id, channel_id: channelId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
