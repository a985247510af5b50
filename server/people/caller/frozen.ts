/**
 * Workspaces that are frozen while they move to another database (migrations/0013_cells.sql; server/keeping/cells/). The database itself
 * refuses their changes. Statements over many workspaces leave them out, so that they do not fail for the others.
 */
import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { FrozenWorkspaceRow } from '../../platform/postgres/tables.ts'

export type FreezeState = FrozenWorkspaceRow['state']

const isNone = (column: string, frozen: RawBuilder<unknown>) =>
  // In a coalesce: otherwise PostgreSQL would estimate that, in a database of one workspace, no rows are left.
  sql<boolean>`not coalesce(${sql.ref(column)} = any (array(${frozen})), false)`

/** In a query: the workspace of this column is not frozen, nor about to be. The list is read once, and mostly empty. */
export const notFrozen = (column: string) => isNone(column, sql`select workspace_id from frozen_workspaces`)

/** In a query: rows of the workspace of this column may change. They still may while messages under way end. */
export const takesChanges = (column: string) =>
  isNone(column, sql`select workspace_id from frozen_workspaces where state <> 'draining'`)

/** In a query: the workspace is served here. */
export const isServed = (workspaceId: RawBuilder<unknown>) =>
  sql<boolean>`not exists (select from frozen_workspaces away
    where away.workspace_id = ${workspaceId} and away.state not in ('draining', 'frozen'))`

/** In a query over `workspaces workspace`. */
export const freezeOfWorkspace = sql<FreezeState | null>`(select frozen.state from frozen_workspaces frozen
  where frozen.workspace_id = workspace.id)`

const workspaceFrozen = 'This workspace is being moved and takes no changes for the moment; try again'
const workspaceAway = 'This workspace is being moved; try again in a moment'

const unavailable = (message: string) => new ApiError(503, message, { headers: { 'retry-after': '5' } })

/** @throws {ApiError} 503 while this database does not serve the workspace */
export function requireServed(state: FreezeState | null): void {
  if (state !== null && state !== 'draining' && state !== 'frozen') throw unavailable(workspaceAway)
}

/** For work with effects outside the database. @throws {ApiError} 503 */
export function requireChanges(state: FreezeState | null): void {
  if (state !== null && state !== 'draining') throw unavailable(workspaceFrozen)
}

/** @returns null for one that is not frozen */
export async function freezeOf(db: Db, workspaceId: string): Promise<FreezeState | null> {
  const row = await db
    .selectFrom('frozen_workspaces')
    .select('state')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row?.state ?? null
}
