/** Channels: their members, and who may name them in a request (decisions 12, 20, 29e). */
import { sql } from 'kysely'
import { ApiError, notFound } from '../../platform/errors.ts'
import { isAfter, limitOf, type Page, type PageRequest, toPage } from '../../platform/http/page.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { isStorable } from '../../platform/text.ts'
import type { Acting, Caller, Reader } from '../caller/caller.ts'
import { selectUsers, type User } from './people.ts'

export type ChannelEntry = { id: string; title: string; private: boolean; created_at: Date; member_count: number }

/**
 * The caller's channels, newest first; with `all` the public ones too. A super admin key lists all of its workspace, or
 * with `mine` those that its owner is in.
 */
export async function listChannels(
  db: Db,
  caller: Caller,
  page: PageRequest,
  { all = false, mine = false } = {},
): Promise<Page<ChannelEntry>> {
  let query = selectChannels(db, caller)
  if (!caller.superAdmin || mine) {
    query = query.where((eb) => {
      const own = eb(
        'id',
        'in',
        eb
          .selectFrom('channel_members')
          .select('channel_id')
          .where('workspace_id', '=', caller.workspace.id)
          .where('user_id', '=', caller.user.id),
      )
      return all && !mine ? eb.or([eb('private', '=', false), own]) : own
    })
  }
  if (page.after) query = query.where(isAfter('created_at', 'id', page.after))
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limitOf(page)).execute()
  return toPage('channels', page, rows.map(counted), (row) => ({ time: row.created_at, id: row.id }))
}

/** @throws {ApiError} 404 for a channel that is unknown, or private and the caller is not in it */
export async function getChannel(db: Db, caller: Acting, id: string): Promise<ChannelView> {
  const channel = isStorable(id) ? await findChannel(db, caller, id) : undefined
  if (!channel || (channel.private && !channel.is_member && !caller.superAdmin)) throw notFound('Channel')
  return channel
}

type ChannelView = ChannelEntry & { is_member: boolean }

/**
 * Its members, newest accounts first, deactivated ones included.
 * @throws {ApiError} 404 for a channel the caller may not know
 */
export async function listMembers(db: Db, caller: Caller, id: string, page: PageRequest): Promise<Page<User>> {
  await getChannel(db, caller, id)
  let query = selectUsers(db, caller)
    .select('created_at')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('channel_members')
        .select('user_id')
        .where('workspace_id', '=', caller.workspace.id)
        .where('channel_id', '=', id),
    )
  if (page.after) query = query.where(isAfter('created_at', 'id', page.after))
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limitOf(page)).execute()
  return toPage('channel_members', page, rows, (row) => ({ time: row.created_at, id: row.id }))
}

/** Finds a channel without a check of rights. */
export async function findChannel(db: Db, caller: Acting, id: string): Promise<ChannelView | undefined> {
  const row = await selectChannels(db, caller)
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('channel_members as member')
            .whereRef('member.workspace_id', '=', 'channels.workspace_id')
            .whereRef('member.channel_id', '=', 'channels.id')
            .where('member.user_id', '=', caller.user.id),
        )
        .as('is_member'),
    )
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...counted(row), is_member: Boolean(row.is_member) }
}

/** @throws {ApiError} 404 for a channel the caller may not know; 403 for one they know and are not in */
export async function requireMember(db: Db, caller: Acting, id: string): Promise<ChannelEntry> {
  const channel = await getChannel(db, caller, id)
  if (!channel.is_member) throw notAMember()
  return channel
}

export const notAMember = () => new ApiError(403, 'You are not a member of this channel')

/** @throws {ApiError} 400 with one message (decision 12) for a channel that is unknown or that the caller is not in */
export async function requireChannel(db: Db, caller: Reader, channelId: string): Promise<void> {
  const found = caller.superAdmin
    ? await db
        .selectFrom('channels')
        .select('id')
        .where('workspace_id', '=', caller.workspace.id)
        .where('id', '=', channelId)
        .executeTakeFirst()
    : await db
        .selectFrom('channel_members')
        .select('channel_id')
        .where('workspace_id', '=', caller.workspace.id)
        .where('channel_id', '=', channelId)
        .where('user_id', '=', caller.user.id)
        .executeTakeFirst()
  if (!found) throw new ApiError(400, 'Invalid filters: channel not found or not accessible')
}

/** Counts the members who may read: deactivated people are left out, and queried once for all channels. */
function selectChannels(db: Db, caller: Acting) {
  const deactivated = db
    .selectFrom('users')
    .select('id')
    .where('workspace_id', '=', caller.workspace.id)
    .where(sql<boolean>`not active`)
  return db
    .selectFrom('channels')
    .select(['id', 'title', 'private', 'created_at'])
    .select((eb) =>
      eb
        .selectFrom('channel_members as member')
        .whereRef('member.workspace_id', '=', 'channels.workspace_id')
        .whereRef('member.channel_id', '=', 'channels.id')
        .where('member.user_id', 'not in', deactivated)
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .as('member_count'),
    )
    .where('workspace_id', '=', caller.workspace.id)
}

const counted = <Row extends { member_count: string | null }>(row: Row) => ({
  ...row,
  member_count: Number(row.member_count),
})
