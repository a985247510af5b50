/** Transactions that change what people see: one at a time in a workspace, and in an order in which nobody waits in a circle. */
import { sql } from 'kysely'
import { serialize } from '../platform/mutex.ts'
import type { Db, Tx } from '../platform/postgres/db.ts'

/** Shorter than a server lets a connection wait for its answer, and longer than a channel's 10,000 notes take. */
const turnPatienceMs = 20_000

/**
 * A transaction that changes what people see. It takes the workspace's turn before any row, as everyone does who
 * changes sight or deletes what is seen, so that nobody waits in a circle. Within this process they queue up before they
 * take a connection: a long turn in one workspace must not use up the pool of all.
 * @throws {Error} as of a lock that could not be had, if the turn does not come in time; nothing has changed then
 */
export function changeSight<Result>(db: Db, workspaceId: string, task: (tx: Tx) => Promise<Result>): Promise<Result> {
  const change = async (tx: Tx) => {
    await lockSight(tx, workspaceId)
    return task(tx)
  }
  return serialize(`sight ${workspaceId}`, () => db.transaction().execute(change), turnPatienceMs)
}

/**
 * The workspace's turn, for a transaction that is open already: the first thing that it does. What follows takes as long
 * as there is sight to write, and is not cut for its length; waiting for locks still is, as the connection has it.
 */
export async function lockSight(tx: Tx, workspaceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('sight ' || ${workspaceId}::text, 0)),
    set_config('statement_timeout', '0', true)`.execute(tx)
}
