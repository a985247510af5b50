/**
 * The audit log is kept for as many days as the operator says, or for ever. What is removed leaves a row, `audit.remove`, which says
 * how much of the log is missing from when.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../platform/postgres/db.ts'
import { recordWork } from './audit.ts'
import { notFrozen } from './frozen.ts'

/** Rows of one transaction. */
const batch = 10_000

export type OldAudit = {
  /** Rows from before that moment are old. */
  before: Date
  /** Only of this workspace. */
  workspaceId?: string
}

/**
 * Removes what is old, batch by batch, each with the row that tells of it. What a legal hold covers stays: the whole log of a
 * workspace, or what a person did or was done in their name.
 * @returns how many rows; those of earlier removals are not counted, nor told of
 */
export async function forgetAudit(db: Db, now: Date, { before, workspaceId }: OldAudit): Promise<number> {
  let removed = 0
  for (const id of await findWorkspaces(db, workspaceId)) {
    for (let last = { rows: batch, told: 0 }; last.rows === batch; removed += last.told) {
      last = await db.transaction().execute((tx) => forgetBatch(tx, now, id, before))
    }
  }
  return removed
}

/** @returns how many `forgetAudit` would remove */
export async function countOldAudit(db: Db, { before, workspaceId }: OldAudit): Promise<number> {
  let count = 0
  for (const id of await findWorkspaces(db, workspaceId)) {
    const { rows } = await sql<{ told: string }>`
      select count(*) as told from audit_log entry where ${isOld(id, before)} and action <> ${removal}`.execute(db)
    count += Number(rows[0]!.told)
  }
  return count
}

const removal = 'audit.remove'

async function forgetBatch(tx: Tx, now: Date, workspaceId: string, before: Date) {
  const { rows } = await sql<{ action: string; at: Date }>`
    delete from audit_log where workspace_id = ${workspaceId} and id = any(array(
      select id from audit_log entry where ${isOld(workspaceId, before)} order by at, id limit ${sql.lit(batch)}))
    returning action, at`.execute(tx)
  const told = rows.filter(({ action }) => action !== removal)
  if (told.length > 0) {
    const times = told.map(({ at }) => at.getTime())
    const details = {
      removed: told.length,
      from: new Date(Math.min(...times)).toISOString(),
      to: new Date(Math.max(...times)).toISOString(),
    }
    await recordWork(tx, now, { workspaceId, userId: '' }, { action: removal, details })
  }
  return { rows: rows.length, told: told.length }
}

/** In a query over `audit_log entry`. */
function isOld(workspaceId: string, before: Date): RawBuilder<boolean> {
  const held = sql`array(select id from users where workspace_id = ${workspaceId} and legal_hold is not null)`
  return sql`entry.workspace_id = ${workspaceId} and entry.at < ${before}
    and not exists (select from workspaces where id = ${workspaceId} and legal_hold is not null)
    and not entry.user_id = any(${held}) and not coalesce(entry.on_behalf_of = any(${held}), false)`
}

async function findWorkspaces(db: Db, workspaceId: string | undefined): Promise<string[]> {
  let query = db.selectFrom('workspaces').select('id').where(notFrozen('workspaces.id')).orderBy('id')
  if (workspaceId !== undefined) query = query.where('id', '=', workspaceId)
  return (await query.execute()).map(({ id }) => id)
}
