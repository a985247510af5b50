/** Jobs that name a workspace: they move from the queue of its database to that of the other. */
import { sql } from 'kysely'
import { closeHoldsJob } from '../../meetings/action-items/hold.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { Cell } from './cell.ts'

type Waiting = { name: string; data: object; at: Date; sharer: string | null }

const namesWorkspace = (workspaceId: string) =>
  sql<boolean>`${workspaceId} in (data ->> 'workspaceId', data ->> 'workspace_id')`

/** Includes jobs under way: their writes were rejected. A job may run twice. */
export async function readJobs(db: Db, workspaceId: string): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select name, data, start_after as at, group_id as sharer from pgboss.job
    where state in ('created', 'retry', 'active') and ${namesWorkspace(workspaceId)}`.execute(db)
  return rows
}

export async function sendJobs({ jobs }: Pick<Cell, 'jobs'>, tx: Tx, waiting: Waiting[]): Promise<void> {
  for (const [name, some] of Map.groupBy(waiting, (job) => job.name)) await jobs.sendAll(tx, name, some)
}

export async function deleteJobs(db: Db, workspaceId: string): Promise<void> {
  await sql`delete from pgboss.job where state in ('created', 'retry') and ${namesWorkspace(workspaceId)}`.execute(db)
}

/** Closes the windows of action items on time, even if their job ran while they were frozen. */
export async function wakeWindows({ jobs }: Pick<Cell, 'jobs'>, tx: Tx, workspaceId: string): Promise<void> {
  const { rows } = await sql<{ due_at: Date }>`
    select distinct due_at from action_item_holds where workspace_id = ${workspaceId}`.execute(tx)
  await jobs.sendAll(
    tx,
    closeHoldsJob,
    rows.map(({ due_at }) => ({ data: { due_at: due_at.toISOString() }, at: due_at })),
  )
}

/** Retries jobs at once that failed because of the freeze. */
export async function retryJobsNow({ db, clock }: Cell, workspaceId: string): Promise<void> {
  await sql`update pgboss.job set start_after = ${clock()}
    where state = 'retry' and ${namesWorkspace(workspaceId)}`.execute(db)
}
