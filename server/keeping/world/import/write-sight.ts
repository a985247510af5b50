/**
 * Computes sight once per import, after everything that decides it is written (migrations/0010_sight.sql).
 * Computing it for each batch took most of the time of an import.
 */
import { sql } from 'kysely'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { ImportContext } from './import-context.ts'

/** From now on this transaction only records what must be computed again. Its commit computes what is left. */
export async function postponeSight(tx: Tx): Promise<void> {
  await sql`select set_config('minutebook.sight', 'postponed', true)`.execute(tx)
}

/** Recomputes the sight of what the import of this workspace has written. */
export async function writeSight({ tx, statistics, workspace }: ImportContext): Promise<void> {
  await statistics.beginSight()
  await sql`select write_postponed_sight(${workspace.id})`.execute(tx)
}

/** Writes no changes for followers if this transaction created the workspace, because nobody follows it yet. */
export async function skipChanges(tx: Tx, made: boolean): Promise<void> {
  await sql`select set_config('minutebook.changes', ${made ? 'unread' : ''}, true)`.execute(tx)
}
