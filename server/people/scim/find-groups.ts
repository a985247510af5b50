/** The channels that SCIM shows: those that an identity provider created. */
import { type RawBuilder, sql } from 'kysely'
import { notFound } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { isStorable } from '../../platform/text.ts'
import { conditionOf, groupLeaves } from './filter-conditions.ts'
import { accounts, isShown } from './find-users.ts'
import type { ListPage } from './list-page.ts'
import type { Filter } from './parse-filter.ts'
import type { ScimGroup } from './present.ts'

const groups = sql`scim_groups known join channels channel
  on channel.workspace_id = known.workspace_id and channel.id = known.channel_id`

const columns = sql`channel.id, channel.title, channel.created_at, known.external_id`

/** @throws {ApiError} 404, also for a channel that a person created */
export async function getGroup(db: Db, workspaceId: string, id: string): Promise<ScimGroup> {
  if (!isStorable(id)) throw notFound('Group')
  const { rows } = await sql<ScimGroup>`
    select ${columns} from ${groups}
    where known.workspace_id = ${workspaceId} and known.channel_id = ${id}`.execute(db)
  if (!rows[0]) throw notFound('Group')
  return rows[0]
}

/** Oldest first, like the list of users. */
export async function listGroups(
  db: Db,
  workspaceId: string,
  filter: Filter | null,
  page: ListPage,
): Promise<{ total: number; groups: ScimGroup[] }> {
  const matching: RawBuilder<boolean> = filter
    ? conditionOf(filter, groupLeaves, sql`known.channel_id`, workspaceId)
    : sql`true`
  const found = sql`${groups} where known.workspace_id = ${workspaceId} and ${matching}`
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from ${found}`.execute(db)
  if (page.count === 0) return { total: rows[0]!.total, groups: [] }
  const { rows: shown } = await sql<ScimGroup>`
    select ${columns} from ${found} order by channel.created_at, channel.id
    offset ${page.startIndex - 1} limit ${page.count}`.execute(db)
  return { total: rows[0]!.total, groups: shown }
}

/** Members in one response: with more, it has fewer groups. The first group is always complete. */
const maxMembersListed = 10_000

/** The first groups whose members fit into one response, at least one group. */
export async function fitMembers(
  db: Db,
  workspaceId: string,
  groups: ScimGroup[],
  most = maxMembersListed,
): Promise<ScimGroup[]> {
  const { rows } = await sql<{ channel_id: string; count: number }>`
    select channel_id, count(*)::int as count from channel_members
    where workspace_id = ${workspaceId} and channel_id = any(${groups.map(({ id }) => id)}) group by channel_id`.execute(
    db,
  )
  const counts = new Map(rows.map(({ channel_id, count }) => [channel_id, count]))
  let members = 0
  const beyond = groups.findIndex(({ id }, index) => {
    members += counts.get(id) ?? 0
    return index > 0 && members > most
  })
  return beyond < 0 ? groups : groups.slice(0, beyond)
}

/** The ids of the members, by the id of the group. */
export async function readMembers(db: Db, workspaceId: string, groups: ScimGroup[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ channel_id: string; id: string }>`
    select member.channel_id, account.id from channel_members member
    join (${accounts}) on account.workspace_id = member.workspace_id and account.id = member.user_id
    where member.workspace_id = ${workspaceId} and member.channel_id = any(${groups.map(({ id }) => id)}) and ${isShown}
    order by member.channel_id, account.id`.execute(db)
  const members = new Map<string, string[]>(groups.map(({ id }) => [id, []]))
  for (const { channel_id, id } of rows) members.get(channel_id)!.push(id)
  return members
}

/** Those of the ids that are users' ids. */
export async function findUsersAmong(db: Db, workspaceId: string, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select account.id from ${accounts}
    where account.workspace_id = ${workspaceId} and account.id = any(${ids}) and ${isShown}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
