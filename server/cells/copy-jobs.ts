/** Jobs that name a workspace: they wait in the queue of its database, and go on in that of the other. */
import { sql } from 'kysely'
import { closeHoldsJob } from '../action-items/hold.ts'
import type { Db, Tx } from '../platform/postgres/db.ts'
import type { Cell } from './cell.ts'

type Waiting = { name: string; data: object; at: Date }

const namesWorkspace = (workspaceId: string) =>
  sql<boolean>`${workspaceId} in (data ->> 'workspaceId', data ->> 'workspace_id')`

/** Those under way too: what they wanted to write was refused. A job may run twice. */
export async function readJobs(db: Db, workspaceId: string): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select name, data, start_after as at from pgboss.job
    where state in ('created', 'retry', 'active') and ${namesWorkspace(workspaceId)}`.execute(db)
  return rows
}

export async function sendJobs({ jobs }: Pick<Cell, 'jobs'>, tx: Tx, waiting: Waiting[]): Promise<void> {
  for (const [name, some] of Map.groupBy(waiting, (job) => job.name)) await jobs.sendAll(tx, name, some)
}

export async function deleteJobs(db: Db, workspaceId: string): Promise<void> {
  await sql`delete from pgboss.job where state in ('created', 'retry') and ${namesWorkspace(workspaceId)}`.execute(db)
}

/** Windows of action items close on time, also if the job of theirs has come and gone while they were frozen. */
export async function wakeWindows({ jobs }: Pick<Cell, 'jobs'>, tx: Tx, workspaceId: string): Promise<void> {
  const { rows } = await sql<{ due_at: Date }>`
    select distinct due_at from action_item_holds where workspace_id = ${workspaceId}`.execute(tx)
  await jobs.sendAll(
    tx,
    closeHoldsJob,
    rows.map(({ due_at }) => ({ data: { due_at: due_at.toISOString() }, at: due_at })),
  )
}

/** Those that met the freeze are tried again at once. */
export async function hurryJobs({ db, clock }: Cell, workspaceId: string): Promise<void> {
  await sql`update pgboss.job set start_after = ${clock()}
    where state = 'retry' and ${namesWorkspace(workspaceId)}`.execute(db)
}
