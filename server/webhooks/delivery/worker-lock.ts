/** A claim ends with its worker: each worker holds a lock of PostgreSQL, by the number of its process. */
import { sql } from 'kysely'
import { takesChanges } from '../../people/caller/frozen.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { holdersOf, type ProcessConnection } from '../../platform/postgres/process-connection.ts'

const holders = sql.raw(holdersOf(`'worker ' || claimed.claimed_by`))

export const holdWorkerLock = (connection: ProcessConnection) => connection.hold(`worker ${connection.number}`)

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
    lost as materialized (select distinct claimed_by as worker from claimed where not exists ${holders}),
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
