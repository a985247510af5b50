/** Filters as SQL conditions: only equality, and only of indexed attributes (RFC 7644, 3.4.2.2). */
import { type RawBuilder, sql } from 'kysely'
import { foldCase } from '../../platform/text.ts'
import { type Filter, withoutQuotes } from './parse-filter.ts'
import { scimError } from './scim-errors.ts'

/** A subquery for the ids with this value, or a condition on the row. */
type Leaf = { ids: RawBuilder<unknown> } | { condition: RawBuilder<boolean> }
/** By the name of the attribute. */
export type Leaves = Record<string, (value: string | boolean, workspaceId: string) => Leaf>

/**
 * @param id  the column with the id
 * @throws {ApiError} 400 invalidFilter for a filter that is not supported
 */
export function conditionOf(filter: Filter, leaves: Leaves, id: RawBuilder<unknown>, workspaceId: string) {
  const leafOf = (each: Filter & { op: 'eq' }) => {
    const { path, value } = each
    if (!Object.hasOwn(leaves, path)) throw unsupported(leaves)
    const wanted = path === 'active' ? readFlagIn(value) : value
    const fits = path === 'active' ? wanted !== null : typeof wanted === 'string'
    if (fits) return leaves[path]!(wanted as string | boolean, workspaceId)
    const isBare = path !== 'active' && value !== null
    const what = isBare ? `a text: ${withoutQuotes(value)}` : 'what it cannot be'
    throw scimError('invalidFilter', `filter compares ${spelled(path)} with ${what}`)
  }
  const toSql = (each: Filter): RawBuilder<boolean> => {
    if (each.op === 'and') return sql`(${sql.join(each.filters.map(toSql), sql` and `)})`
    if (each.op === 'or') {
      const found = each.filters.map((one) => (isEquality(one) ? leafOf(one) : { condition: toSql(one) }))
      const ids = found.flatMap((leaf) => ('ids' in leaf ? [leaf.ids] : []))
      const conditions = found.flatMap((leaf) => ('condition' in leaf ? [leaf.condition] : []))
      // One `in` for all subqueries: PostgreSQL would evaluate one for each on every row.
      const byId = ids.length > 0 ? [sql<boolean>`${id} in (${sql.join(ids, sql` union all `)})`] : []
      return sql`(${sql.join([...byId, ...conditions], sql` or `)})`
    }
    if (!isEquality(each)) throw unsupported(leaves)
    const leaf = leafOf(each)
    return 'ids' in leaf ? sql`${id} in (${leaf.ids})` : leaf.condition
  }
  return toSql(withoutBrackets(filter, leaves))
}

const isEquality = (filter: Filter): filter is Filter & { op: 'eq' } => filter.op === 'eq'

/** Rewrites `emails[type eq "work" and value eq "a@b.test"]` with the paths `emails.type` and `emails.value`. */
function withoutBrackets(filter: Filter, leaves: Leaves, within = ''): Filter {
  if (filter.op === 'and' || filter.op === 'or') {
    return { op: filter.op, filters: filter.filters.map((each) => withoutBrackets(each, leaves, within)) }
  }
  if (filter.op === '[]' && within === '') return withoutBrackets(filter.filter, leaves, `${filter.path}.`)
  if (filter.op !== 'eq') throw unsupported(leaves)
  return { ...filter, path: within + filter.path }
}

function readFlagIn(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string' || !/^(true|false)$/i.test(value)) return null
  return value.toLowerCase() === 'true'
}

const unsupported = (leaves: Leaves) =>
  scimError('invalidFilter', `filter takes eq of ${Object.keys(leaves).map(spelled).join(', ')}, and and, or of these`)

const spellings: Record<string, string> = { username: 'userName', externalid: 'externalId', displayname: 'displayName' }
const spelled = (name: string) => spellings[name] ?? name

const byAddress = (value: string | boolean, workspaceId: string): Leaf => ({
  ids: sql`select id from users where workspace_id = ${workspaceId} and email_folded = ${foldCase(String(value))}`,
})
const ofWork = (value: string | boolean): Leaf => ({
  condition: sql.lit(String(value).toLowerCase() === 'work') as RawBuilder<boolean>,
})

/** Conditions on `users account`. */
export const userLeaves: Leaves = {
  id: (value) => ({ ids: sql`select ${value}::text` }),
  username: byAddress,
  externalid: (value, workspaceId) => ({
    ids: sql`select user_id from scim_people where workspace_id = ${workspaceId} and external_id = ${value}`,
  }),
  emails: byAddress,
  'emails.value': byAddress,
  'emails.type': ofWork,
  active: (value) => ({ condition: sql`account.active = ${value}` }),
}

const byMember = (value: string | boolean, workspaceId: string): Leaf => ({
  ids: sql`select channel_id from channel_members where workspace_id = ${workspaceId} and user_id = ${value}`,
})

/** Conditions on `channels channel`. */
export const groupLeaves: Leaves = {
  id: (value) => ({ ids: sql`select ${value}::text` }),
  displayname: (value, workspaceId) => ({
    ids: sql`select id from channels where workspace_id = ${workspaceId} and md5(title) = md5(${value}) and title = ${value}`,
  }),
  externalid: (value, workspaceId) => ({
    ids: sql`select channel_id from scim_groups where workspace_id = ${workspaceId} and external_id = ${value}`,
  }),
  members: byMember,
  'members.value': byMember,
}
