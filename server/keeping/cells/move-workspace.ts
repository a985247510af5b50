/**
 * Moves a workspace to another database, in steps that are recorded in `frozen_workspaces` of the source or the target:
 * frozen, copied, moved, served there. A move that is interrupted at any step continues when it is run again, or is
 * undone.
 */
import { UploadLocker } from '../../making/uploads/tus/upload-locker.ts'
import { OperatorError } from '../../platform/errors.ts'
import type { SealedKind } from '../../platform/postgres/key-check.ts'
import { measureTables } from '../../platform/postgres/measure-tables.ts'
import { wakeWorkers } from '../../webhooks/announce/wake.ts'
import { type Cell, type Found, findIn, type Print, printAddress, withMoveLock } from './cell.ts'
import { readJobs, retryJobsNow, sendJobs, wakeWindows } from './copy-jobs.ts'
import { copyMedia, copyOpenUploads, listFiles, listOpenUploads, removeOpenUploads } from './copy-media.ts'
import { copyWorkspace } from './copy-workspace.ts'
import { deleteRows } from './delete-rows.ts'
import { freezeWorkspace, unfreezeRows } from './freeze.ts'

export type MoveOptions = {
  sealedKinds: SealedKind[]
  /** Whether both keep media in the same place. */
  sharesMedia: boolean
  print: Print
  /** Called before each step; a test interrupts the move there. */
  before?(step: MoveStep): void | Promise<void>
}

export const moveSteps = ['freeze', 'copy', 'switch', 'serve'] as const
export type MoveStep = (typeof moveSteps)[number]

/** @throws {OperatorError} it cannot be moved; each sentence says what is to be done */
export async function moveWorkspace(
  source: Cell,
  target: Cell,
  subdomain: string,
  options: MoveOptions,
): Promise<void> {
  const workspace = await requireAt(source, subdomain)
  await withMoveLock(source, workspace.id, () =>
    withMoveLock(target, workspace.id, () => moveLocked(source, target, workspace, options)),
  )
}

/** @throws {OperatorError} */
export async function requireAt({ db }: Cell, subdomain: string): Promise<Found> {
  const found = await findIn(db, { subdomain })
  if (!found || found.subdomain !== subdomain) throw new OperatorError(`There is no workspace ${subdomain}.`)
  return found
}

async function moveLocked(source: Cell, target: Cell, { id, subdomain }: Found, options: MoveOptions): Promise<void> {
  const { print, before = () => {} } = options
  const { state, target: address, servedAt } = (await findIn(source.db, { id, subdomain }))!
  const there = await findIn(target.db, { id, subdomain })
  if (state === 'arriving' || state === 'deleting')
    throw new OperatorError(`${subdomain} is ${state} here, and cannot be moved.`)
  if (state === 'moved') requireRecorded(target, subdomain, address)
  if (state === 'moved' && !there)
    throw new OperatorError(
      servedAt
        ? removedThere(subdomain, address)
        : `${address} does not have ${subdomain} any more: run minutebook workspace unfreeze ${subdomain} --to ${address}.`,
    )
  if (there && there.state !== 'arriving') {
    if (state === 'moved') {
      await recordServed(source, id)
      return print(`${subdomain} was moved before.`)
    }
    throw new OperatorError(
      `${printAddress(target.databaseUrl)} has a workspace ${there.subdomain} (${there.id}) already.`,
    )
  }
  if (state !== 'moved') {
    await before('freeze')
    await requireOwnStore(source, id, options)
    // Most media are copied before the freeze, so that writes are rejected for a shorter time.
    await copyMedia(source, target, id, print)
    const freeze = await freezeWorkspace(source, id, printAddress(target.databaseUrl), print)
    await before('copy')
    // Nothing has changed since the same freeze, so its copy is complete.
    if (there?.freeze !== freeze) {
      if (there) await deleteRows(target.db, id, { keepsFiles: true })
      await copyAll(source, target, id, freeze, options)
    }
    // The target removes files that no row names, so only what is there now stays.
    await copyMedia(source, target, id, print)
    await before('switch')
    await source.db.updateTable('frozen_workspaces').set({ state: 'moved' }).where('workspace_id', '=', id).execute()
  }
  await before('serve')
  await serveAt(target, source, id)
  await recordServed(source, id)
  // Autovacuum does so too, but later.
  await measureTables(target.db).catch(() => {})
  print(
    `${subdomain} is served by ${printAddress(target.databaseUrl)} now, and answers 503 here. Lead its host name there, and then`,
  )
  print(`remove what is left here: minutebook workspace delete ${subdomain} --yes ${subdomain}`)
}

const recordServed = ({ db, clock }: Cell, id: string) =>
  db.updateTable('frozen_workspaces').set({ served_at: clock() }).where('workspace_id', '=', id).execute()

const removedThere = (subdomain: string, address: string | null) =>
  `${address} has served ${subdomain} and does not have it any more; what is here is older: minutebook workspace delete ${subdomain} removes it.`

/** Only the recorded target shows whether it serves the workspace. @throws {OperatorError} it is another database */
function requireRecorded(target: Cell | null, subdomain: string, address: string | null): void {
  if (target && printAddress(target.databaseUrl) === address) return
  throw new OperatorError(`The move of ${subdomain} leads to ${address}: name that database by --to.`)
}

/** Workers remove files that no row of their own database names. @throws {OperatorError} */
async function requireOwnStore({ db }: Cell, workspaceId: string, { sharesMedia }: MoveOptions): Promise<void> {
  if (!sharesMedia) return
  const files = [...(await listFiles(db, workspaceId)), ...(await listOpenUploads(db, workspaceId))]
  if (files.length === 0) return
  throw new OperatorError(
    'Both services keep media in the same place, where each would remove those of the other: name that of the target by TO_MEDIA_DIR or TO_S3_BUCKET and TO_S3_PREFIX.',
  )
}

/**
 * The freeze does not stop bytes of uploads, which change no row: locks keep requests from adding some during the copy.
 */
async function copyAll(source: Cell, target: Cell, id: string, freeze: string, { print, sealedKinds }: MoveOptions) {
  const locker = new UploadLocker(source.processConnection)
  const locks = (await listOpenUploads(source.db, id)).map((upload) => locker.newLock(upload))
  try {
    for (const lock of locks) await lock.lock(new AbortController().signal, () => {})
    await copyOpenUploads(source, target, id)
    await copyWorkspace(source, target, { workspaceId: id, freeze, sealedKinds, print })
  } finally {
    for (const lock of locks) await lock.unlock()
  }
}

/** Its jobs wait at the source until now, so that none is lost and none runs at both. */
async function serveAt(target: Cell, source: Cell, id: string): Promise<void> {
  const waiting = await readJobs(source.db, id)
  await target.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('frozen_workspaces').where('workspace_id', '=', id).where('state', '=', 'arriving').execute()
    await sendJobs(target, tx, waiting)
    await wakeWindows(target, tx, id)
    await wakeWorkers(tx)
  })
}

/**
 * Undoes a freeze, or a move that was interrupted before the target served the workspace.
 * @param target  where the move went to, if one was begun; its copy is removed
 * @throws {OperatorError} the workspace is not frozen, is served by the target, or was to move to another one
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
  const { state, target: address, servedAt } = (await findIn(source.db, { id, subdomain }))!
  if (state === null) throw new OperatorError(`${subdomain} is not frozen.`)
  if (state === 'arriving' || state === 'deleting')
    throw new OperatorError(`${subdomain} is ${state} here: it cannot be unfrozen.`)
  if (state === 'moved' || (target && address)) requireRecorded(target, subdomain, address)
  const there = target && (await findIn(target.db, { id, subdomain }))
  if (servedAt && !there) throw new OperatorError(removedThere(subdomain, address))
  if (servedAt || (there && there.state !== 'arriving'))
    throw new OperatorError(`${subdomain} is served by ${printAddress(target!.databaseUrl)}: move it back from there.`)
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
