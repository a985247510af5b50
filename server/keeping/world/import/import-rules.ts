/** Imports the rules of people and of the workspace (decision 64). */
import { isDeepStrictEqual } from 'node:util'
import { type CarriedRule, readRules, storeRules } from '../../../making/rules/stored-rules.ts'
import type { RuleActions, RuleMatch } from '../../../platform/postgres/column-types.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { readTimes } from '../format/read-moment.ts'
import type { RuleDocs } from '../format/schema.ts'
import { WorldError } from '../format/world-error.ts'
import type { Ids } from './import-context.ts'

type Given = { workspaceId: string; userId: string | null; rules: RuleDocs | null | undefined; path: string }

/**
 * A missing field keeps the stored rules, null deletes them. A rule without an id is the stored one at its place.
 * @returns whether they changed
 * @throws {WorldError} an id of another rule
 */
export async function importRules(
  { tx, ids, now }: { tx: Tx; ids: Ids; now: Date },
  { rules, path, ...owner }: Given,
): Promise<boolean> {
  if (rules === undefined) return false
  const stored = await readRules(tx, owner)
  const byId = new Map(stored.map((rule) => [rule.id, rule]))
  const wanted = (rules ?? []).map((doc, index): CarriedRule => {
    const before = doc.id == null ? stored[index] : byId.get(doc.id)
    return {
      id: doc.id ?? before?.id ?? ids.next('ru'),
      name: doc.name,
      match: withoutNulls(doc.match) as RuleMatch,
      does: actionsOf(doc.do),
      last_problem: doc.last_problem === undefined ? (before?.last_problem ?? null) : doc.last_problem,
      ...readTimes(doc, `${path}.rules[${index}]`, before, now),
    }
  })
  if (isDeepStrictEqual(wanted, stored)) return false
  await requireOwnIds(tx, owner, wanted, path)
  await storeRules(tx, owner, wanted)
  return true
}

function actionsOf({ share, ...others }: RuleDocs[number]['do']): RuleActions {
  const people = share?.map(({ user, can_edit }) => ({ user, can_edit: can_edit ?? false }))
  return { ...withoutNulls(others), ...(people && { share: people }) }
}

const withoutNulls = (doc: object) => Object.fromEntries(Object.entries(doc).filter(([, value]) => value !== null))

async function requireOwnIds(
  tx: Tx,
  { workspaceId, userId }: Omit<Given, 'rules' | 'path'>,
  wanted: CarriedRule[],
  path: string,
): Promise<void> {
  const ids = wanted.map(({ id }) => id)
  const others = await tx
    .selectFrom('rules')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids.length > 0 ? ids : [''])
    .where('user_id', 'is distinct from', userId)
    .execute()
  const taken = new Set(others.map(({ id }) => id))
  const index = ids.findIndex((id, at) => taken.has(id) || ids.indexOf(id) < at)
  if (index >= 0) throw new WorldError(`${path}.rules[${index}].id`, 'is that of another rule')
}
