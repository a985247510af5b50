/** The check for operations that only super admins may use (spec 5.2, decision 19). */
import { ApiError } from '../platform/errors.ts'
import type { Caller } from './caller.ts'

/** @throws {ApiError} 403, also while acting on behalf of someone (decision 19) */
export function requireSuperAdmin(caller: Caller): void {
  if (!caller.superAdmin) throw new ApiError(403, 'This operation requires super admin privileges')
}
