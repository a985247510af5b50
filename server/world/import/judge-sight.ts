/**
 * Sight in an import: judged once, when everything that decides it is written (migrations/0049_sight_at_once.sql). Judged with
 * each batch it was most of the time of an import.
 */
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Scope } from './scope.ts'

/** From now on this transaction notes what is to be judged. What is still noted at its commit is judged then. */
export async function postponeSight(tx: Tx): Promise<void> {
  await sql`select set_config('minutebook.sight', 'postponed', true)`.execute(tx)
}

/** Judges what the import of this workspace has written. */
export async function judgeSight({ tx, statistics, workspace }: Scope): Promise<void> {
  await statistics.beginSight()
  await sql`select judge_postponed_sight(${workspace.id})`.execute(tx)
}

/** Nobody follows the changes of a workspace that this transaction makes: they are not written. */
export async function skipChanges(tx: Tx, made: boolean): Promise<void> {
  await sql`select set_config('minutebook.changes', ${made ? 'unread' : ''}, true)`.execute(tx)
}
