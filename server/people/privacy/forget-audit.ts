/**
 * The audit log is kept for as many days as the operator sets, or for ever. Removed rows leave one row, `audit.remove`,
 * with their number and the times of the first and the last.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { recordWork } from '../caller/audit.ts'
import { notFrozen } from '../caller/frozen.ts'

/** Rows of one transaction. */
const batch = 10_000

export type OldAudit = {
  /** Rows from before that moment are old. */
  before: Date
  /** Only of this workspace. */
  workspaceId?: string
}

/**
 * Removes old rows, batch by batch, each with the row that reports it. What a legal hold covers stays: the whole log of
 * a workspace, or what a person did or was done in their name.
 * @returns how many rows; the rows of earlier removals are not counted and not reported
 */
export async function forgetAudit(db: Db, now: Date, { before, workspaceId }: OldAudit): Promise<number> {
  let removed = 0
  for (const id of await findWorkspaces(db, workspaceId)) {
    for (let last = { rows: batch, reported: 0 }; last.rows === batch; removed += last.reported) {
      last = await db.transaction().execute((tx) => forgetBatch(tx, now, id, before))
    }
  }
  return removed
}

/** @returns how many `forgetAudit` would remove */
export async function countOldAudit(db: Db, { before, workspaceId }: OldAudit): Promise<number> {
  let count = 0
  for (const id of await findWorkspaces(db, workspaceId)) {
    const { rows } = await sql<{ count: string }>`
      select count(*) from audit_log entry where ${isOld(id, before)} and action <> ${removal}`.execute(db)
    count += Number(rows[0]!.count)
  }
  return count
}

const removal = 'audit.remove'

async function forgetBatch(tx: Tx, now: Date, workspaceId: string, before: Date) {
  const { rows } = await sql<{ action: string; at: Date }>`
    delete from audit_log where workspace_id = ${workspaceId} and id = any(array(
      select id from audit_log entry where ${isOld(workspaceId, before)} order by at, id limit ${sql.lit(batch)}))
    returning action, at`.execute(tx)
  const reported = rows.filter(({ action }) => action !== removal)
  if (reported.length > 0) {
    const times = reported.map(({ at }) => at.getTime())
    const details = {
      removed: reported.length,
      from: new Date(Math.min(...times)).toISOString(),
      to: new Date(Math.max(...times)).toISOString(),
    }
    await recordWork(tx, now, { workspaceId, userId: '' }, { action: removal, details })
  }
  return { rows: rows.length, reported: reported.length }
}

/** In a query over `audit_log entry`. */
function isOld(workspaceId: string, before: Date): RawBuilder<boolean> {
  const underHold = sql`array(select id from users where workspace_id = ${workspaceId} and legal_hold is not null)`
  return sql`entry.workspace_id = ${workspaceId} and entry.at < ${before}
    and not exists (select from workspaces where id = ${workspaceId} and legal_hold is not null)
    and not entry.user_id = any(${underHold}) and not coalesce(entry.on_behalf_of = any(${underHold}), false)`
}

async function findWorkspaces(db: Db, workspaceId: string | undefined): Promise<string[]> {
  let query = db.selectFrom('workspaces').select('id').where(notFrozen('workspaces.id')).orderBy('id')
  if (workspaceId !== undefined) query = query.where('id', '=', workspaceId)
  return (await query.execute()).map(({ id }) => id)
}
