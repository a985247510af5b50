/** The accounts that SCIM shows: all except erased ones and those that the identity provider deleted. */
import { type RawBuilder, sql } from 'kysely'
import { notFound } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { isStorable } from '../../platform/text.ts'
import { conditionOf, userLeaves } from './filter-conditions.ts'
import type { ListPage } from './list-page.ts'
import type { Filter } from './parse-filter.ts'
import type { ScimUser } from './present.ts'

/** Whether SCIM shows the account; a condition on `users account left join scim_people known`. */
export const isShown = sql<boolean>`(account.erased_at is null and (account.active or known.removed is not true))`

export const accounts = sql`users account left join scim_people known
  on known.workspace_id = account.workspace_id and known.user_id = account.id`

const columns = sql`account.id, account.email, account.full_name, account.active, account.created_at,
  known.external_id, known.given_name, known.family_name`

/** @throws {ApiError} 404 */
export async function getUser(db: Db, workspaceId: string, id: string): Promise<ScimUser> {
  if (!isStorable(id)) throw notFound('User')
  const { rows } = await sql<ScimUser>`
    select ${columns} from ${accounts}
    where account.workspace_id = ${workspaceId} and account.id = ${id} and ${isShown}`.execute(db)
  if (!rows[0]) throw notFound('User')
  return rows[0]
}

/**
 * Oldest accounts first, so that new ones do not move others to another page. A page skips the rows before it, and the
 * total counts every match; without a filter each is one index scan over the workspace's accounts.
 */
export async function listUsers(
  db: Db,
  workspaceId: string,
  filter: Filter | null,
  page: ListPage,
): Promise<{ total: number; users: ScimUser[] }> {
  const matching: RawBuilder<boolean> = filter
    ? conditionOf(filter, userLeaves, sql`account.id`, workspaceId)
    : sql`true`
  const found = sql`${accounts} where account.workspace_id = ${workspaceId} and ${isShown} and ${matching}`
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from ${found}`.execute(db)
  if (page.count === 0) return { total: rows[0]!.total, users: [] }
  const { rows: users } = await sql<ScimUser>`
    select ${columns} from ${found} order by account.created_at, account.id
    offset ${page.startIndex - 1} limit ${page.count}`.execute(db)
  return { total: rows[0]!.total, users }
}
