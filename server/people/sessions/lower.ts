/** Ends an elevation early (decision 43 on elevation). */
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context/context.ts'
import { readSession, type ShownSession, setElevation } from './sessions.ts'

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
