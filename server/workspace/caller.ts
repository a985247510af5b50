/** The caller of a request (spec 5.1, 5.2). */
import type { WorkspaceRow } from '../tables.ts'
import type { KeyLimits } from './scopes.ts'

/** The person a request acts as, and what they are allowed. */
export type Caller = {
  workspace: { id: string; name: string; subdomain: string }
  user: Person
  /** Reads the whole workspace; false while acting on behalf of someone (spec 5.2). */
  superAdmin: boolean
  key: { id: string; userId: string } & KeyLimits
  /** Features of the workspace that can be switched (decision 31). */
  switches: { webhooks: WorkspaceRow['webhooks']; workspaceWebhooks: boolean }
}

export type Person = { id: string; email: string; full_name: string }
