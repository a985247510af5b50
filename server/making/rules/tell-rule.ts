/** What a rule did is in the audit log; what it could not do is its last problem, until it acts again (decision 64). */
import { recordWork } from '../../people/caller/audit.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { cutShort } from '../../platform/text.ts'
import type { By } from './plan-meeting.ts'

/** Its last problem is over. @param did  ids, not words */
export async function tellActed(
  tx: Tx,
  now: Date,
  workspaceId: string,
  by: By,
  did: Record<string, unknown>,
): Promise<void> {
  await auditActed(tx, now, workspaceId, by, did)
  await tellProblem(tx, workspaceId, by, null)
}

/** For a rule that does several things at once, and says afterwards which of them it could not do. */
export const auditActed = (
  tx: Tx,
  now: Date,
  workspaceId: string,
  { ruleId, userId }: By,
  did: Record<string, unknown>,
) =>
  recordWork(
    tx,
    now,
    { workspaceId, userId: userId ?? '' },
    { action: 'rule.act', details: { rule_id: ruleId, ...did } },
  )

/** What somebody did for one meeting has no rule. @param problem  null if it has none any more */
export async function tellProblem(
  db: Db,
  workspaceId: string,
  { ruleId }: Pick<By, 'ruleId'>,
  given: string | null,
): Promise<void> {
  if (ruleId === null) return
  const problem = given === null ? null : cutShort(given, 300)
  const own = db.updateTable('rules').where('workspace_id', '=', workspaceId).where('id', '=', ruleId)
  const changed = own.where('last_problem', 'is distinct from', problem).set({ last_problem: problem })
  // That something else was done does not bring the template back.
  await (problem === null ? changed.where('last_problem', '<>', templateGone) : changed).execute()
}

const templateGone = 'The note template of the rule is gone'

/** Notes are written with the template that a rule chose, or without it because it is gone. */
export async function tellTemplate(
  db: Db,
  workspaceId: string,
  by: Pick<By, 'ruleId'>,
  { isGone }: { isGone: boolean },
): Promise<void> {
  if (isGone) await tellProblem(db, workspaceId, by, templateGone)
  else
    await db
      .updateTable('rules')
      .set({ last_problem: null })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', by.ruleId ?? '')
      .where('last_problem', '=', templateGone)
      .execute()
}
