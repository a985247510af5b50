/** Removes a workspace with everything: its rows, its media, its jobs. */
import { randomUUID } from 'node:crypto'
import { OperatorError } from '../platform/errors.ts'
import type { Db } from '../platform/postgres/db.ts'
import { removeLeftovers } from '../recordings/media/leftovers.ts'
import { alone, type Cell, type Found, findIn, type Print, printAddress } from './cell.ts'
import { deleteJobs } from './copy-jobs.ts'
import { removeOpenUploads } from './copy-media.ts'
import { deleteRows } from './delete-rows.ts'
import { guardTables, releaseTables } from './freeze.ts'
import { requireAt } from './move-workspace.ts'

/**
 * @param target  where it was moved to
 * @throws {OperatorError} a legal hold stands, or it was moved and the target does not serve it
 */
export async function deleteWorkspace(cell: Cell, target: Cell | null, subdomain: string, print: Print): Promise<void> {
  const workspace = await requireAt(cell, subdomain)
  await alone(cell, workspace.id, () => deleteAlone(cell, target, workspace, print))
}

async function deleteAlone(cell: Cell, target: Cell | null, workspace: Found, print: Print): Promise<void> {
  const { db, clock, media } = cell
  const { id, subdomain } = workspace
  const { state, target: address } = (await findIn(db, workspace))!
  if (state === 'moved') await requireServed(target, workspace, address)
  // What was moved is held where it is now, and a copy that was never served holds nothing.
  if (state !== 'moved' && state !== 'arriving') await refuseHeld(db, id, subdomain)
  await db
    .insertInto('frozen_workspaces')
    .values({ workspace_id: id, state: 'deleting', freeze_id: randomUUID(), since: clock(), target: null })
    .onConflict((row) => row.column('workspace_id').doUpdateSet({ state: 'deleting' }))
    .execute()
  await guardTables(db)
  await removeOpenUploads(cell, id)
  await deleteJobs(db, id)
  const rows = await deleteRows(db, id, { keepsFiles: false })
  await releaseTables(db)
  await removeLeftovers(db, media)
  print(`${subdomain} was removed: ${rows} rows, and its media.`)
}

/**
 * A move that broke off before its last step left its jobs here, and only the rows here let it go on.
 * @throws {OperatorError}
 */
async function requireServed(target: Cell | null, { id, subdomain }: Found, address: string | null): Promise<void> {
  if (!target) throw new OperatorError(`${subdomain} was moved to ${address}: name it by --to.`)
  const there = await findIn(target.db, { id, subdomain })
  if (there?.id === id && there.state !== 'arriving' && there.state !== 'deleting') return
  throw new OperatorError(
    `${subdomain} is not served by ${printAddress(target.databaseUrl)}, so nothing was removed: run minutebook workspace move ${subdomain} again.`,
  )
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
