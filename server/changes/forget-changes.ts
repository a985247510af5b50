/** Two jobs: one numbers changes that nobody follows, the other removes changes that no cursor may still need (decision 45). */
import type { Logger } from 'pino'
import type { Work } from '../platform/jobs/jobs.ts'
import type { Db } from '../platform/postgres/db.ts'
import type { Clock } from '../platform/time.ts'
import { notFrozen } from '../workspace/frozen.ts'
import { findUnnumbered, numberChanges } from './number-changes.ts'

/** Rows removed in one statement. */
const batchSize = 10_000

export type ChangesWorkDeps = { db: Db; clock: Clock; log: Pick<Logger, 'info'>; retentionDays: number }

export function changesWork({ db, clock, log, retentionDays }: ChangesWorkDeps): Work[] {
  const numberAll = async () => {
    for (const workspaceId of await findUnnumbered(db)) await numberChanges({ db, clock }, workspaceId)
  }
  const forgetOld = async () => {
    const rows = await forgetChanges(db, new Date(clock().getTime() - retentionDays * 86_400_000))
    log.info({ rows }, 'Changes past their retention were removed')
  }
  return [
    { name: 'number-changes', cron: '* * * * *', run: numberAll },
    { name: 'forget-changes', cron: '7 * * * *', run: forgetOld },
  ]
}

/**
 * Removes the changes before `until`, and stores the number up to which they are removed.
 * @returns how many
 */
export async function forgetChanges(db: Db, until: Date): Promise<number> {
  let forgotten = 0
  for (let some = batchSize; some === batchSize; forgotten += some) some = await forgetBatch(db, until)
  return forgotten
}

function forgetBatch(db: Db, until: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const old = await tx
      .selectFrom('changes')
      .select(['workspace_id', 'number'])
      .where('at', '<', until)
      .where(notFrozen('changes.workspace_id'))
      .orderBy('at')
      .limit(batchSize)
      .execute()
    const last = new Map<string, number>()
    for (const { workspace_id, number } of old)
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
    return old.length
  })
}
