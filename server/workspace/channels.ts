/** Channels: whose they are, and who may name them in a filter (decisions 12, 20). */
import type { Db } from '../platform/db.ts'
import { ApiError } from '../platform/errors.ts'
import { isAfter, limitOf, type Page, type PageRequest, toPage } from '../platform/page.ts'
import type { Caller } from './caller.ts'

export type ChannelEntry = { id: string; title: string; private: boolean; created_at: Date; member_count: number }

/** The caller's channels, newest first; a super admin key lists all of its workspace. */
export async function listChannels(db: Db, caller: Caller, page: PageRequest): Promise<Page<ChannelEntry>> {
  let query = db
    .selectFrom('channels')
    .select(['id', 'title', 'private', 'created_at'])
    .select((eb) =>
      eb
        .selectFrom('channel_members as member')
        .whereRef('member.workspace_id', '=', 'channels.workspace_id')
        .whereRef('member.channel_id', '=', 'channels.id')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .as('member_count'),
    )
    .where('workspace_id', '=', caller.workspace.id)
  if (!caller.superAdmin) {
    query = query.where('id', 'in', (eb) =>
      eb
        .selectFrom('channel_members')
        .select('channel_id')
        .where('workspace_id', '=', caller.workspace.id)
        .where('user_id', '=', caller.user.id),
    )
  }
  if (page.after) query = query.where(isAfter('created_at', 'id', page.after))
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limitOf(page)).execute()
  const entries = rows.map((row) => ({ ...row, member_count: Number(row.member_count) }))
  return toPage('channels', page, entries, (row) => ({ time: row.created_at, id: row.id }))
}

/** @throws {ApiError} 400 in the one sentence of decision 12, whether the channel is unknown or not the caller's */
export async function requireChannel(db: Db, caller: Caller, channelId: string): Promise<void> {
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
