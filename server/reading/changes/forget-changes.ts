/** Two jobs: one numbers changes that nobody follows, the other removes changes that no cursor may still need (decision 45). */
import { notFrozen } from '../../people/caller/frozen.ts'
import type { Context } from '../../platform/context/context.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { daysBefore } from '../../platform/time.ts'
import { findUnnumbered, numberChanges } from './number-changes.ts'

/** Rows removed in one statement. */
const batchSize = 10_000

export function changeJobs({
  db,
  clock,
  log,
  retentionDays,
}: Pick<Context, 'db' | 'clock' | 'log'> & { retentionDays: number }): JobDefinition[] {
  const numberAll = async () => {
    for (const workspaceId of await findUnnumbered(db)) await numberChanges({ db, clock }, workspaceId)
  }
  const forgetOld = async () => {
    const rows = await forgetChanges(db, { before: daysBefore(clock(), retentionDays) })
    log.info({ rows }, 'Changes past their retention were removed')
  }
  return [
    { name: 'number-changes', cron: '* * * * *', run: numberAll },
    { name: 'forget-changes', cron: '7 * * * *', run: forgetOld },
  ]
}

export type OldChanges = {
  /** Changes from before that moment are old. */
  before: Date
  /** Only of this workspace. */
  workspaceId?: string
}

/**
 * Removes what is old, and stores the number up to which it is removed: a cursor from before it has expired.
 * @returns how many
 */
export async function forgetChanges(db: Db, old: OldChanges): Promise<number> {
  let forgotten = 0
  for (let some = batchSize; some === batchSize; forgotten += some)
    some = await db.transaction().execute((tx) => forgetBatch(tx, old))
  return forgotten
}

/** @returns how many `forgetChanges` would remove */
export async function countOldChanges(db: Db, old: OldChanges): Promise<number> {
  const { count } = await select(db, old)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function select(db: Db, { before, workspaceId }: OldChanges) {
  const old = db.selectFrom('changes').where('at', '<', before).where(notFrozen('changes.workspace_id'))
  return workspaceId === undefined ? old : old.where('workspace_id', '=', workspaceId)
}

async function forgetBatch(tx: Tx, old: OldChanges): Promise<number> {
  const rows = await select(tx, old).select(['workspace_id', 'number']).orderBy('at').limit(batchSize).execute()
  const last = new Map<string, number>()
  for (const { workspace_id, number } of rows)
    last.set(workspace_id, Math.max(last.get(workspace_id) ?? 0, Number(number)))
  // Always in the same order, so that two workers do not wait for each other.
  for (const [workspaceId, number] of [...last].sort()) {
    await tx
      .updateTable('change_counters')
      .set({ forgotten_number: String(number) })
      .where('workspace_id', '=', workspaceId)
      .where('forgotten_number', '<', String(number))
      .execute()
    await tx
      .deleteFrom('changes')
      .where('workspace_id', '=', workspaceId)
      .where('number', '<=', String(number))
      .execute()
  }
  return rows.length
}
