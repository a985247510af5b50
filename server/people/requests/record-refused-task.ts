/** The audit log has what callers tried and only administrators may. */
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { recordAction } from '../caller/audit.ts'
import { SuperAdminRequired } from '../caller/require-super-admin.ts'
import { countTry } from './count-tries.ts'

/** Rows of a person: nobody fills the log. */
const mostRows = { max: 10, seconds: 60 }

/** A request on behalf of others has a row already. A row that cannot be written does not change the answer. */
export async function recordRefusedTask(db: Db, now: Date, request: FastifyRequest, error: unknown): Promise<void> {
  if (!isRefusedTask(request, error) || !request.caller || request.auditId !== undefined) return
  const { workspace, via } = request.caller
  try {
    const counted = await countTry(db, now, `refused ${workspace.id} ${via.userId}`, mostRows)
    if (!counted.passed) return
    const details = { reason: (error as ApiError).message }
    await recordAction(db, now, request, { action: 'operation.refuse', status: 403, details })
  } catch (err) {
    request.log.error({ err }, 'A refused operation could not be recorded')
  }
}

function isRefusedTask({ routeOptions }: FastifyRequest, error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 403) return false
  return error instanceof SuperAdminRequired || routeOptions.config.scope === 'admin'
}
