/** What a rule did is in the audit log; what it could not do is its last problem, until it acts again (decision 64). */
import { recordWork } from '../../people/caller/audit.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { cutShort } from '../../platform/text.ts'
import type { By } from './plan-meeting.ts'

/** @param did  ids, not words */
export async function tellActed(
  tx: Tx,
  now: Date,
  workspaceId: string,
  { ruleId, userId }: By,
  did: Record<string, unknown>,
): Promise<void> {
  const details = { rule_id: ruleId, ...did }
  await recordWork(tx, now, { workspaceId, userId: userId ?? '' }, { action: 'rule.act', details })
  await setProblem(tx, workspaceId, ruleId, null)
}

export const tellProblem = (db: Db, workspaceId: string, { ruleId }: By, problem: string) =>
  setProblem(db, workspaceId, ruleId, cutShort(problem, 300))

/** What somebody did for one meeting has no rule. */
async function setProblem(db: Db, workspaceId: string, ruleId: string | null, problem: string | null): Promise<void> {
  if (ruleId === null) return
  await db
    .updateTable('rules')
    .set({ last_problem: problem })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', ruleId)
    .where('last_problem', 'is distinct from', problem)
    .execute()
}
