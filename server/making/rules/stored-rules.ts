/** The rules of a person or of the workspace, as a world carries them. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { type Owner, rulesOf, type StoredRule } from './rules.ts'

export type CarriedRule = Omit<StoredRule, 'user_id' | 'position'>

/** In their order. */
export async function readRules(db: Db, owner: Owner): Promise<CarriedRule[]> {
  const rows = await rulesOf(db, owner).execute()
  return rows.map(({ user_id: _, position: __, ...rule }) => rule)
}

/** In their order, by person. */
export async function readRulesOfPeople(
  db: Db,
  workspaceId: string,
  people: string[],
): Promise<Map<string, CarriedRule[]>> {
  const rows = await db
    .selectFrom('rules')
    .select(['id', 'user_id', 'name', 'match', 'does', 'last_problem', 'created_at', 'updated_at'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`user_id = any(${people})`)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const byPerson = Map.groupBy(rows, ({ user_id }) => user_id!)
  return new Map([...byPerson].map(([id, own]) => [id, own.map(({ user_id: _, ...rule }) => rule)]))
}

export const printRule = ({ id, name, match, does, ...rule }: CarriedRule) => ({ id, name, match, do: does, ...rule })

/** Replaces all of them. */
export async function storeRules(tx: Tx, { workspaceId, userId }: Owner, rules: CarriedRule[]): Promise<void> {
  await tx
    .deleteFrom('rules')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', 'is not distinct from', userId)
    .execute()
  const rows = rules.map(({ match, does, ...rule }, position) => ({
    ...rule,
    workspace_id: workspaceId,
    user_id: userId,
    position,
    match: JSON.stringify(match),
    does: JSON.stringify(does),
  }))
  if (rows.length > 0) await tx.insertInto('rules').values(rows).execute()
}
