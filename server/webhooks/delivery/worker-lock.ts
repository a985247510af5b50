/**
 * A claim ends with its worker. Each worker holds an advisory lock of PostgreSQL, by its number, on the connection for
 * its wake-ups. When the process ends, for any reason, PostgreSQL releases the lock. A lost connection is opened again
 * and takes the lock again, so a worker counts as lost only if two checks in a row do not find its lock.
 */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../platform/postgres/db.ts'
import { takesChanges } from '../../workspace/frozen.ts'

const lockClass = 0x6d736773 // "msgs"

export const newWorkerNumber = () => randomInt(1, 2 ** 31)

/** The lock is shared, because PostgreSQL may not know yet that the connection before this one is gone. */
export async function holdWorkerLock(client: pg.Client, worker: number): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1, $2)', [lockClass, worker])
}

/**
 * Frees the claims of lost workers.
 * @param suspects  workers that had no lock at the last check
 * @returns workers that have no lock now
 */
export async function freeLost(db: Db, now: Date, suspects: number[]): Promise<number[]> {
  const { rows } = await sql<{ worker: number }>`
    with claimed as materialized (
      select workspace_id, id, claimed_by from messages where status = 'pending' and next_attempt_at <= ${now}
        and claim is not null and claimed_by is not null and ${takesChanges('workspace_id')}),
    lost as materialized (
      select distinct claimed_by as worker from claimed where not exists (
        select from pg_locks where locktype = 'advisory' and classid = ${lockClass}::bigint and objsubid = 2
          and objid::bigint = claimed.claimed_by
          and database = (select oid from pg_database where datname = current_database()))),
    freed as (
      update messages set claim = null, claimed_until = null, claimed_by = null where (workspace_id, id) in (
        select messages.workspace_id, messages.id from messages
        join claimed on claimed.workspace_id = messages.workspace_id and claimed.id = messages.id
          and claimed.claimed_by = messages.claimed_by
        where claimed.claimed_by = any(${suspects}::integer[]) and claimed.claimed_by in (select worker from lost)
        for update of messages skip locked))
    select worker from lost`.execute(db)
  return rows.map(({ worker }) => worker)
}
