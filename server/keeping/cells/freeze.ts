/**
 * Freezes a workspace: after `freezeWorkspace` no row of it changes, no matter who writes, until `unfreezeRows`. It
 * waits for messages under way, so that each attempt is in the log and none is made twice.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { lockNotAvailable } from '../../platform/postgres/database-errors.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { Cell, Print } from './cell.ts'
import { readTables } from './tables.ts'

// Other transactions queue behind a lock request that waits, so it waits for a short time only, and is repeated.
const lockMs = 300
const againMs = 100

/** Freezes the workspace, or continues a freeze that was interrupted. @returns the id of the freeze */
export async function freezeWorkspace(
  cell: Cell,
  workspaceId: string,
  target: string | null,
  print: Print,
): Promise<string> {
  const { db, clock } = cell
  await db
    .insertInto('frozen_workspaces')
    .values({ workspace_id: workspaceId, state: 'draining', freeze_id: randomUUID(), since: clock(), target })
    // A move that was begun stays one.
    .onConflict((row) =>
      row
        .column('workspace_id')
        .doUpdateSet((old) => ({ target: old.fn.coalesce('excluded.target', 'frozen_workspaces.target') })),
    )
    .execute()
  // After this lock every claim that did not see the row has ended.
  await underLock(db, (tx) => sql`lock table messages in share row exclusive mode`.execute(tx))
  await awaitDeliveries(cell, workspaceId, print)
  const { freeze_id } = await db
    .updateTable('frozen_workspaces')
    .set((row) => ({
      state: row.case().when('state', '=', 'draining').then('frozen').else(row.ref('state')).end() as never,
    }))
    .where('workspace_id', '=', workspaceId)
    .returning('freeze_id')
    .executeTakeFirstOrThrow()
  await guardTables(db)
  print('No row of the workspace changes any more.')
  return freeze_id
}

/** Rejects changes of all workspaces that are frozen. Waits for the transactions that write to these tables. */
export async function guardTables(db: Db): Promise<void> {
  for (const { name, owner } of await readTables(db)) {
    const refuse = owner === 'id' ? sql`refuse_frozen_workspace()` : sql`refuse_frozen()`
    await underLock(db, (tx) =>
      sql`create or replace trigger frozen before insert or update or delete on ${sql.table(name)}
        for each row execute function ${refuse}`.execute(tx),
    )
  }
}

/** Ends a freeze. The triggers are switched off with the last one: to drop them would wait for readers too. */
export async function unfreezeRows(db: Db, workspaceId: string): Promise<void> {
  await db.deleteFrom('frozen_workspaces').where('workspace_id', '=', workspaceId).execute()
  await releaseTables(db, workspaceId)
}

/** Accepts changes again, unless another workspace is frozen. */
export async function releaseTables(db: Db, workspaceId: string): Promise<void> {
  // A freeze that was interrupted has guarded only some tables.
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
    where tgname = 'frozen' and tgenabled = 'O' and relnamespace = current_schema()::regnamespace`.execute(db)
  for (const { name } of rows) {
    const released = await underLock(db, (tx) => releaseTable(tx, name, workspaceId))
    if (!released) return
  }
}

async function releaseTable(tx: Tx, name: string, workspaceId: string): Promise<boolean> {
  // A freeze writes its row before it takes this lock: a row that is not seen under it belongs to a guard still to come.
  await sql`lock table ${sql.table(name)} in share row exclusive mode`.execute(tx)
  const other = await tx
    .selectFrom('frozen_workspaces')
    .select('workspace_id')
    .where('state', '<>', 'arriving')
    .where('workspace_id', '<>', workspaceId)
    .executeTakeFirst()
  if (other) return false
  await sql`alter table ${sql.table(name)} disable trigger frozen`.execute(tx)
  return true
}

/** Runs a transaction that locks a table, again until it gets the lock. */
export async function underLock<Result>(db: Db, run: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await db.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = ${sql.lit(lockMs)}`.execute(tx)
        return run(tx)
      })
    } catch (error) {
      if ((error as { code?: unknown }).code !== lockNotAvailable) throw error
      await pause(againMs)
    }
  }
}

/** Waits until no message is claimed. Claims of a dead worker expire by time at the latest. */
async function awaitDeliveries({ db, clock }: Cell, workspaceId: string, print: Print): Promise<void> {
  for (let reported = 0; ; await pause(againMs)) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from messages where workspace_id = ${workspaceId} and status = 'pending'
        and claim is not null and claimed_until > ${clock()}`.execute(db)
    const { count } = rows[0]!
    if (count === 0) return
    if (count !== reported) print(`Waiting for ${count} ${count === 1 ? 'delivery' : 'deliveries'} under way.`)
    reported = count
  }
}
