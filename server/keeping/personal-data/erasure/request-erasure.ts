/** Requests the erasure of a person, and reads its progress (decision 50). */
import type { FastifyRequest } from 'fastify'
import { isActiveAdmin, requireAnotherAdmin } from '../../../people/accounts/people.ts'
import { recordAction } from '../../../people/caller/audit.ts'
import type { Caller } from '../../../people/caller/caller.ts'
import { changeSight } from '../../../people/caller/change-sight.ts'
import { requireSuperAdmin } from '../../../people/caller/require-super-admin.ts'
import { isErasureHeld, underHold } from '../../../people/privacy/legal-hold.ts'
import type { Context } from '../../../platform/context/context.ts'
import { ApiError, notFound } from '../../../platform/errors.ts'
import { isAfter, limitOf, type Page, type PageRequest, toPage } from '../../../platform/http/page.ts'
import type { Db, Tx } from '../../../platform/postgres/db.ts'
import type { ErasureStage } from '../../../platform/postgres/tables.ts'
import { isStorable } from '../../../platform/text.ts'

/** The job that carries erasures out; it reads from the tables which ones. */
export const erasePeopleJob = 'erase-people'

export type ErasureView = {
  user_id: string
  stage: ErasureStage
  requested_at: Date
  finished_at: Date | null
  things: number
  things_done: number
  /** A legal hold stops it until it is lifted. */
  held: boolean
}

/**
 * Deactivates the person at once and ends keys, sessions and grants; a job does the rest. Asking again starts no second
 * erasure. A 409 is audited too: somebody wanted to delete what must be kept.
 * @throws {ApiError} 403 without super admin, also on behalf of others; 404; 409 for the last active admin, and under legal hold
 */
export async function requestErasure(
  context: Pick<Context, 'db' | 'clock' | 'jobs'>,
  request: FastifyRequest,
  userId: string,
): Promise<ErasureView> {
  requireSuperAdmin(request.caller)
  if (!isStorable(userId)) throw notFound('User')
  try {
    return await beginErasure(context, request, userId)
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) {
      const details = { user_id: userId, refused: error.message }
      await recordAction(context.db, context.clock(), request, { action: 'user.erase', status: 409, details })
    }
    throw error
  }
}

function beginErasure(
  { db, clock, jobs }: Pick<Context, 'db' | 'clock' | 'jobs'>,
  request: FastifyRequest,
  userId: string,
): Promise<ErasureView> {
  const { caller } = request
  return changeSight(db, caller.workspace.id, async (tx) => {
    const begun = await findErasure(tx, caller, userId)
    if (begun) {
      if (!begun.finished_at && !begun.held) await jobs.send(tx, erasePeopleJob, {})
      return begun
    }
    const user = await tx
      .selectFrom('users')
      .select(['admin', 'active'])
      .where('workspace_id', '=', caller.workspace.id)
      .where('id', '=', userId)
      .where('erased_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!user) throw notFound('User')
    if (isActiveAdmin(user)) await requireAnotherAdmin(tx, caller, userId)
    if (await isErasureHeld(tx, caller.workspace.id, userId)) throw underHold('This person, or a meeting of theirs,')
    const now = clock()
    await revokeAccess(tx, now, caller, userId)
    await tx
      .insertInto('erasures')
      .values({
        workspace_id: caller.workspace.id,
        user_id: userId,
        requested_by: caller.via.userId,
        requested_at: now,
      })
      .execute()
    await jobs.send(tx, erasePeopleJob, {})
    await recordAction(tx, now, request, { action: 'user.erase', status: 202, details: { user_id: userId } })
    return (await findErasure(tx, caller, userId))!
  })
}

/** When the account becomes inactive, triggers end its sessions, grants and sign-in links. */
async function revokeAccess(tx: Tx, now: Date, { workspace }: Caller, userId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ active: false, admin: false, erased_at: now })
    .where('workspace_id', '=', workspace.id)
    .where('id', '=', userId)
    .execute()
  await tx.deleteFrom('api_keys').where('workspace_id', '=', workspace.id).where('user_id', '=', userId).execute()
}

/** @throws {ApiError} 403 without super admin; 404 for a person who is not being erased */
export async function getErasure(db: Db, caller: Caller, userId: string): Promise<ErasureView> {
  requireSuperAdmin(caller)
  const erasure = isStorable(userId) ? await findErasure(db, caller, userId) : undefined
  if (!erasure) throw notFound('Erasure')
  return erasure
}

/**
 * Newest first.
 * @param finished  true for only finished ones, false for only unfinished ones, null for all
 * @throws {ApiError} 403 without super admin
 */
export async function listErasures(
  db: Db,
  caller: Caller,
  finished: boolean | null,
  page: PageRequest,
): Promise<Page<ErasureView>> {
  requireSuperAdmin(caller)
  let query = selectErasures(db, caller)
  if (finished !== null) query = query.where('finished_at', finished ? 'is not' : 'is', null)
  if (page.after) query = query.where(isAfter('requested_at', 'user_id', page.after))
  const rows = await query.orderBy('requested_at', 'desc').orderBy('user_id', 'desc').limit(limitOf(page)).execute()
  const { info, rows: shown } = toPage('erasures', page, rows, (row) => ({ time: row.requested_at, id: row.user_id }))
  const erasures: ErasureView[] = []
  for (const row of shown) erasures.push(await withHold(db, caller, row))
  return { info, rows: erasures }
}

async function findErasure(db: Db, caller: Caller, userId: string): Promise<ErasureView | undefined> {
  const erasure = await selectErasures(db, caller).where('user_id', '=', userId).executeTakeFirst()
  return erasure && withHold(db, caller, erasure)
}

function selectErasures(db: Db, { workspace }: Caller) {
  return db
    .selectFrom('erasures')
    .select(['user_id', 'stage', 'requested_at', 'finished_at', 'things', 'things_done'])
    .where('workspace_id', '=', workspace.id)
}

async function withHold(db: Db, { workspace }: Caller, erasure: Omit<ErasureView, 'held'>): Promise<ErasureView> {
  return { ...erasure, held: !erasure.finished_at && (await isErasureHeld(db, workspace.id, erasure.user_id)) }
}
