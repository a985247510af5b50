/** A designated admin elevates a session to super admin rights for a while, and lowers it again (decision 43 on elevation). */
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context/context.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { recordAction, type Task } from '../caller/audit.ts'
import { readSession, type ShownSession } from './sessions.ts'
import { elevatedUntil } from './validity.ts'

/** @throws {ApiError} 403, which is recorded in the audit log too */
export async function elevate(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  request: FastifyRequest,
): Promise<ShownSession> {
  const { workspace, via } = request.caller
  const now = clock()
  const isSession = via.kind !== 'key'
  const task = { action: 'session.elevate', details: isSession ? { session_id: via.id } : {} }
  const refuse = async (message: string): Promise<never> => {
    await recordAction(db, now, request, { ...task, status: 403 })
    throw new ApiError(403, message)
  }
  if (request.auditId !== undefined) return refuse('A session cannot be elevated on behalf of others')
  if (!isSession) return refuse('Only a session can be elevated')
  const session = await readSession(db, now, workspace.id, via.id)
  if (!session.may_elevate) return refuse(refusal(via.keyId !== null))
  const until = elevatedUntil(now)
  await setElevation(db, request, until, task, now)
  return { ...session, super_admin: true, elevated_until: until }
}

const refusal = (isOfKey: boolean) =>
  isOfKey
    ? 'Only a session of a super admin key, or one that no key made, can be elevated'
    : 'Only a designated admin of an enterprise workspace can elevate a session'

/** For a session that was not elevated, no row of the audit log is written. */
export async function lower(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  request: FastifyRequest,
): Promise<ShownSession> {
  const { workspace, via } = request.caller
  const now = clock()
  const session = await readSession(db, now, workspace.id, via.id)
  const task = session.super_admin ? { action: 'session.lower', details: { session_id: via.id } } : null
  await setElevation(db, request, null, task, now)
  return { ...session, super_admin: false, elevated_until: null }
}

async function setElevation(
  db: Db,
  request: FastifyRequest,
  until: Date | null,
  task: Task | null,
  now: Date,
): Promise<void> {
  const { workspace, via } = request.caller
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('sessions')
      .set({ elevated_until: until })
      .where('workspace_id', '=', workspace.id)
      .where('id', '=', via.id)
      .execute()
    if (task) await recordAction(tx, now, request, task)
  })
}
