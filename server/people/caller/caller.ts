/** The caller of a request (spec 5.1, 5.2; decision 41 on sessions). */
import type { Compatibility, WorkspaceRow } from '../../platform/postgres/tables.ts'
import type { FreezeState } from './frozen.ts'
import type { KeyLimits } from './scopes.ts'

/** The person a request acts as, and what they are allowed. */
export type Caller = {
  workspace: { id: string; name: string; subdomain: string }
  user: Person
  /** Reads the whole workspace; false while acting on behalf of someone (spec 5.2). */
  superAdmin: boolean
  via: Via
  /** Features of the workspace that can be switched (decision 31). */
  switches: { webhooks: WorkspaceRow['webhooks']; workspaceWebhooks: boolean }
  /** The form of the API in the workspace, unless a request asks for the contract. */
  compatibility: Compatibility
  /** Null unless the workspace is frozen (frozen.ts). */
  frozen: FreezeState | null
}

/** As whom something is done: a person, and whether they may do all in the workspace. */
export type Acting = Pick<Caller, 'workspace' | 'user' | 'superAdmin'>

/**
 * What the request came with. `userId` is its owner, also while it acts on behalf of someone. `keyId` is the key
 * itself; of a session, the key that made it; of a grant, the key that made the session which allowed it. The limits of
 * that key apply.
 */
export type Via = { kind: 'key' | 'session' | 'grant'; id: string; userId: string; keyId: string | null } & KeyLimits

/** Who reads: a caller, or a person for whom something is read. */
export type Reader = { workspace: { id: string }; user: { id: string }; superAdmin: boolean }

/** Names a person where scarce resources are shared fairly. */
export const sharerOf = (workspaceId: string, userId: string) => `${workspaceId} ${userId}`

export type Person = { id: string; email: string; full_name: string }
