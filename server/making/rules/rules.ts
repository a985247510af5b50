/** A person's rules and those of the workspace: listed, made, changed, deleted (decision 64). */
import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { recordAction } from '../../people/caller/audit.ts'
import type { Caller } from '../../people/caller/caller.ts'
import { requireSuperAdmin } from '../../people/caller/require-super-admin.ts'
import { requireScope } from '../../people/caller/scopes.ts'
import { ApiError, notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import type { RuleActions, RuleMatch } from '../../platform/postgres/column-types.ts'
import { type Db, lockKey, type Tx } from '../../platform/postgres/db.ts'
import { isStorable } from '../../platform/text.ts'
import { readActions, readMatch } from './check-rule.ts'
import { type GivenRule, maxRules, type RuleChanges, tooMany } from './schemas.ts'

export type StoredRule = {
  id: string
  user_id: string | null
  name: string
  position: number
  match: RuleMatch
  does: RuleActions
  last_problem: string | null
  created_at: Date
  updated_at: Date
}

/** Whose rules: a person's, or without `userId` the workspace's. */
export type Owner = { workspaceId: string; userId: string | null }

export const rulesOf = (db: Db, { workspaceId, userId }: Owner) =>
  db
    .selectFrom('rules')
    .select(['id', 'user_id', 'name', 'position', 'match', 'does', 'last_problem', 'created_at', 'updated_at'])
    .where('workspace_id', '=', workspaceId)
    .where('user_id', 'is not distinct from', userId)
    .orderBy('position')
    .orderBy('id')

/** The caller's own, then the workspace's. */
export async function listRules(db: Db, { workspace, user }: Caller): Promise<StoredRule[]> {
  const own = await rulesOf(db, { workspaceId: workspace.id, userId: user.id }).execute()
  return [...own, ...(await rulesOf(db, { workspaceId: workspace.id, userId: null }).execute())]
}

/** Only super admins see the list of recorders; whether a rule can send a bot, everybody who makes rules must know. */
export async function hasBots(db: Db, workspaceId: string): Promise<boolean> {
  const sending = db
    .selectFrom('recorders')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('active', '=', true)
    .where('sends_bots', '=', true)
  return (await sending.limit(1).executeTakeFirst()) !== undefined
}

/** @throws {ApiError} 400, 403, 404; 409 for one rule too many */
export function createRule(db: Db, now: Date, request: FastifyRequest, given: GivenRule): Promise<StoredRule> {
  const { caller } = request
  const isOwn = given.scope !== 'workspace'
  if (!isOwn) requireAdministrator(caller)
  const owner = { workspaceId: caller.workspace.id, userId: isOwn ? caller.user.id : null }
  return db.transaction().execute(async (tx) => {
    await lockRules(tx, owner)
    const match = await readMatch(tx, caller, given.match, isOwn)
    const does = await readActions(tx, caller, given.do)
    const ids = (await rulesOf(tx, owner).execute()).map(({ id }) => id)
    if (ids.length >= maxRules) throw tooManyOf(owner)
    const id = newId('ru', now)
    const row = { id, user_id: owner.userId, name: given.name, position: ids.length, match, does }
    const stored = { ...row, last_problem: null, created_at: now, updated_at: now }
    const json = { match: JSON.stringify(match), does: JSON.stringify(does) }
    await tx
      .insertInto('rules')
      .values({ ...stored, ...json, workspace_id: owner.workspaceId })
      .execute()
    const position = await moveTo(tx, owner, ids, id, given.position ?? ids.length)
    await recordAction(tx, now, request, { action: 'rule.create', status: 201, details: detailsOf(stored) })
    return { ...stored, position }
  })
}

/** @throws {ApiError} 400, 403, 404 */
export function changeRule(
  db: Db,
  now: Date,
  request: FastifyRequest,
  ruleId: string,
  given: RuleChanges,
): Promise<StoredRule> {
  const { caller } = request
  return db.transaction().execute(async (tx) => {
    const { rule, owner } = await lockRule(tx, caller, ruleId)
    const match = given.match ? await readMatch(tx, caller, given.match, rule.user_id !== null) : rule.match
    const does = given.do ? await readActions(tx, caller, given.do) : rule.does
    const wanted = { ...rule, name: given.name ?? rule.name, match, does }
    const ids = (await rulesOf(tx, owner).execute()).map(({ id }) => id)
    const others = ids.filter((id) => id !== ruleId)
    wanted.position = await moveTo(tx, owner, others, ruleId, given.position ?? ids.indexOf(ruleId))
    if (isDeepStrictEqual(wanted, rule)) return rule
    const updated_at = new Date(Math.max(now.getTime(), rule.created_at.getTime()))
    await tx
      .updateTable('rules')
      .set({ name: wanted.name, match: JSON.stringify(match), does: JSON.stringify(does), updated_at })
      .where('workspace_id', '=', owner.workspaceId)
      .where('id', '=', ruleId)
      .execute()
    await recordAction(tx, now, request, { action: 'rule.change', details: detailsOf(wanted) })
    return { ...wanted, updated_at }
  })
}

/** @throws {ApiError} 403, 404 */
export function deleteRule(db: Db, now: Date, request: FastifyRequest, ruleId: string): Promise<void> {
  const { caller } = request
  return db.transaction().execute(async (tx) => {
    const { rule, owner } = await lockRule(tx, caller, ruleId)
    await tx.deleteFrom('rules').where('workspace_id', '=', owner.workspaceId).where('id', '=', ruleId).execute()
    const left = (await rulesOf(tx, owner).execute()).map(({ id }) => id)
    await setPositions(tx, owner, left)
    await recordAction(tx, now, request, { action: 'rule.delete', details: detailsOf(rule) })
  })
}

/** Ids, not words: names and titles may be of people, and every reader of the log would see them. */
const detailsOf = ({ id, user_id, does }: Pick<StoredRule, 'id' | 'user_id' | 'does'>) => ({
  rule_id: id,
  scope: user_id === null ? 'workspace' : 'person',
  do: does,
})

const tooManyOf = ({ userId }: Owner) =>
  new ApiError(
    409,
    userId === null ? `The workspace has ${maxRules} rules, as many as a workspace may; delete one` : tooMany,
  )

/** A rule of the workspace is a setting for everybody: a key needs the scope `admin` for it. @throws {ApiError} 403 */
function requireAdministrator(caller: Caller): void {
  requireScope(caller.via, 'admin')
  requireSuperAdmin(caller)
}

/** One change at a time, so that positions stay without gaps. */
const lockRules = (tx: Tx, { workspaceId, userId }: Owner) => lockKey(tx, `rules of ${workspaceId} ${userId ?? ''}`)

/** @throws {ApiError} 404 for one that the caller does not see; 403 for one of the workspace by another than a super admin */
async function lockRule(tx: Tx, caller: Caller, id: string): Promise<{ rule: StoredRule; owner: Owner }> {
  const all = isStorable(id) ? await listRules(tx, caller) : []
  const seen = all.find((rule) => rule.id === id)
  if (!seen) throw notFound('Rule')
  if (seen.user_id === null) requireAdministrator(caller)
  const owner = { workspaceId: caller.workspace.id, userId: seen.user_id }
  await lockRules(tx, owner)
  const rule = await rulesOf(tx, owner).where('id', '=', id).executeTakeFirst()
  if (!rule) throw notFound('Rule')
  return { rule, owner }
}

/** @param others  the other rules in their order @returns where it stands now: at most after all of them */
async function moveTo(tx: Tx, owner: Owner, others: string[], id: string, wanted: number): Promise<number> {
  const position = Math.min(wanted, others.length)
  await setPositions(tx, owner, others.toSpliced(position, 0, id))
  return position
}

async function setPositions(tx: Tx, { workspaceId }: Owner, ids: string[]): Promise<void> {
  await sql`
    update rules set position = wanted.number - 1
    from unnest(${ids}::text[]) with ordinality as wanted (id, number)
    where rules.workspace_id = ${workspaceId} and rules.id = wanted.id and rules.position <> wanted.number - 1`.execute(
    tx,
  )
}
