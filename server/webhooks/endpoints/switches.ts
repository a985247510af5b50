/**
 * Whether a workspace may use webhooks, as its operator and its administrators set it (spec 7.1, decision 31 on
 * switches). *Pure.*
 */
import type { Caller } from '../../people/caller/caller.ts'
import { ApiError } from '../../platform/errors.ts'

/** @throws {ApiError} 503 if the workspace never had webhooks */
export function requireFeature({ switches }: Caller): void {
  if (switches.webhooks === 'not_enabled') throw new ApiError(503, 'Webhooks are not enabled for this workspace')
}

/** @throws {ApiError} 502 if they were switched off */
export function requireSwitchedOn({ switches }: Caller): void {
  if (switches.webhooks === 'switched_off') throw new ApiError(502, 'Webhooks are switched off for this workspace')
}

/**
 * Every webhook operation except delete checks this before it reads the body; delete checks only `requireFeature`
 * (decision 3 on the order of checks).
 */
export function requireWebhooks(caller: Caller): void {
  requireFeature(caller)
  requireSwitchedOn(caller)
}

/** @throws {ApiError} 503; not called for deleting, which is still allowed (spec 4.12) */
export function requireWorkspaceWebhooks({ switches }: Caller): void {
  if (!switches.workspaceWebhooks) throw new ApiError(503, 'Workspace webhooks are not enabled for this workspace')
}
