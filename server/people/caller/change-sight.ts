/** Transactions that change what people see: one at a time in a workspace, and without deadlocks. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { serialize } from '../../platform/postgres/mutex.ts'

/** Shorter than a server lets a connection wait for its answer, and longer than a channel's 10,000 notes take. */
const lockPatienceMs = 20_000

/**
 * A transaction that changes what people see. It takes the workspace's lock before any row lock. All transactions that
 * change sight or delete things do so, and therefore never deadlock. Within this process they queue before they take a
 * connection: a long wait in one workspace must not use up the pool of all.
 * @throws {Error} like a lock timeout, if the wait is too long; nothing has changed then
 */
export function changeSight<Result>(db: Db, workspaceId: string, task: (tx: Tx) => Promise<Result>): Promise<Result> {
  const change = async (tx: Tx) => {
    await lockSight(tx, workspaceId)
    return task(tx)
  }
  return serialize(`sight ${workspaceId}`, () => db.transaction().execute(change), lockPatienceMs)
}

/**
 * Takes the workspace's lock in a transaction that is open already, as its first statement. The later statements may take
 * long, as there may be much sight to write, so they have no time limit; the connection's limit for locks still counts.
 */
export async function lockSight(tx: Tx, workspaceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('sight ' || ${workspaceId}::text, 0)),
    set_config('statement_timeout', '0', true)`.execute(tx)
}
