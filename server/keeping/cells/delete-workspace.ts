/** Removes a workspace with everything: its rows, its media, its jobs. */
import { randomUUID } from 'node:crypto'
import { removeLeftovers } from '../../meetings/recordings/media/leftovers.ts'
import { OperatorError } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { type Cell, type Found, findIn, type Print, withMoveLock } from './cell.ts'
import { deleteJobs } from './copy-jobs.ts'
import { removeOpenUploads } from './copy-media.ts'
import { deleteRows } from './delete-rows.ts'
import { guardTables, releaseTables } from './freeze.ts'
import { requireAt } from './move-workspace.ts'

const statesWithoutHold = ['moved', 'arriving', 'deleting']

/** @throws {OperatorError} there is a legal hold, or a move is not finished */
export async function deleteWorkspace(cell: Cell, subdomain: string, print: Print): Promise<void> {
  const workspace = await requireAt(cell, subdomain)
  await withMoveLock(cell, workspace.id, () => deleteLocked(cell, workspace, print))
}

async function deleteLocked(cell: Cell, { id, subdomain }: Found, print: Print): Promise<void> {
  const { db, clock, media } = cell
  const { state, target, servedAt } = (await findIn(db, { id, subdomain }))!
  if (state === 'moved' && !servedAt)
    throw new OperatorError(
      `${subdomain} may not be served by ${target} yet, so nothing was removed: run minutebook workspace move ${subdomain} again.`,
    )
  if ((state === 'draining' || state === 'frozen') && target)
    throw new OperatorError(
      `A move of ${subdomain} to ${target} was begun, so nothing was removed: run minutebook workspace move ${subdomain} again, or unfreeze.`,
    )
  // A moved workspace is under hold where it is now, and a copy that was never served is under none. A removal that was
  // begun had no hold.
  if (state === null || !statesWithoutHold.includes(state)) await refuseHeld(db, id, subdomain)
  await db
    .insertInto('frozen_workspaces')
    .values({ workspace_id: id, state: 'deleting', freeze_id: randomUUID(), since: clock(), target: null })
    .onConflict((row) => row.column('workspace_id').doUpdateSet({ state: 'deleting' }))
    .execute()
  await guardTables(db)
  await removeOpenUploads(cell, id)
  await deleteJobs(db, id)
  const beforeLast = async () => {
    await removeLeftovers(db, media)
    await releaseTables(db, id)
  }
  const rows = await deleteRows(db, id, { keepsFiles: false, beforeLast })
  // Another removal at the same time may have left the guards to this one.
  await releaseTables(db, id)
  print(`${subdomain} was removed: ${rows} rows, and its media.`)
}

/** @throws {OperatorError} */
async function refuseHeld(db: Db, workspaceId: string, subdomain: string): Promise<void> {
  const workspace = await db
    .selectFrom('workspaces')
    .select('legal_hold')
    .where('id', '=', workspaceId)
    .executeTakeFirst()
  const person = await db
    .selectFrom('users')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('legal_hold', 'is not', null)
    .executeTakeFirst()
  if (!workspace?.legal_hold && !person) return
  throw new OperatorError(
    `${subdomain} is under legal hold${person ? `, or a person of it (${person.id})` : ''}: nothing was removed.`,
  )
}
