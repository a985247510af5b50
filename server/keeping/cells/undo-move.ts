/** Undoes a freeze, or a move that was interrupted before the target served the workspace. */
import { OperatorError } from '../../platform/errors.ts'
import { type Cell, type Found, findIn, type Print, printAddress, withMoveLock } from './cell.ts'
import { retryJobsNow, wakeWindows } from './copy-jobs.ts'
import { removeOpenUploads } from './copy-media.ts'
import { deleteRows } from './delete-rows.ts'
import { unfreezeRows } from './freeze.ts'
import { requireAt } from './move-workspace.ts'

/**
 * @param target  where the move went to, if one was begun; its copy is removed
 * @throws {OperatorError} the workspace is not frozen, or is served by the target
 */
export async function unfreezeWorkspace(
  source: Cell,
  target: Cell | null,
  subdomain: string,
  print: Print,
): Promise<void> {
  const workspace = await requireAt(source, subdomain)
  await withMoveLock(source, workspace.id, () =>
    target
      ? withMoveLock(target, workspace.id, () => unfreezeLocked(source, target, workspace, print))
      : unfreezeLocked(source, null, workspace, print),
  )
}

async function unfreezeLocked(
  source: Cell,
  target: Cell | null,
  { id, subdomain }: Found,
  print: Print,
): Promise<void> {
  const { state, target: address } = (await findIn(source.db, { id, subdomain }))!
  if (state === null) throw new OperatorError(`${subdomain} is not frozen.`)
  if (state === 'arriving' || state === 'deleting')
    throw new OperatorError(`${subdomain} is ${state} here: it cannot be unfrozen.`)
  const there = target && (await findIn(target.db, { id, subdomain }))
  if (there && there.state !== 'arriving')
    throw new OperatorError(`${subdomain} is served by ${printAddress(target.databaseUrl)}: move it back from there.`)
  // Only the target's database shows whether it serves the workspace.
  if (state === 'moved' && !target) throw new OperatorError(`${subdomain} was moved to ${address}: name it by --to.`)
  if (there) {
    await removeOpenUploads(target, id)
    await deleteRows(target.db, id, { keepsFiles: false })
  }
  await unfreezeRows(source.db, id)
  await retryJobsNow(source, id)
  await source.db.transaction().execute((tx) => wakeWindows(source, tx, id))
  print(`${subdomain} takes changes again.`)
  if (address && !target)
    print(
      `A copy may be left in ${address}. If so, remove it there: minutebook workspace delete ${subdomain} --yes ${subdomain}`,
    )
}
