/** The check for operations that only super admins may use (spec 5.2, decision 19 on deletion). */
import { ApiError } from '../../platform/errors.ts'
import type { Caller } from './caller.ts'

/** Its tries are in the audit log (`requests/record-refused-task.ts`). */
export class SuperAdminRequired extends ApiError {
  constructor(message = 'This operation requires super admin privileges') {
    super(403, message)
  }
}

/** @throws {SuperAdminRequired} 403, also while acting on behalf of someone (decision 19 on deletion) */
export function requireSuperAdmin(caller: Caller): void {
  if (!caller.superAdmin) throw new SuperAdminRequired()
}
