/** Who a link was made for. The request that made it is over, so its rights are checked again whenever the link is used. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../workspace/caller.ts'
import { actsAsSuperAdmin, keyActsFor } from '../workspace/keys.ts'
import { recordingVisibleTo } from './visible.ts'

/** The person whose link it is, and the key that requested it: their own, or a super admin's who acted for them. */
export type Viewer = { userId: string; keyId: string }

export const viewerOf = ({ user, key }: Caller): Viewer => ({ userId: user.id, keyId: key.id })

/**
 * True in a query over `recordings` while the viewer may see one by that key: the key may act for the person, and the person
 * sees it or the key is their own and super admin (decisions 5, 6, 16 and 29c).
 */
export function recordingVisibleBy({ userId, keyId }: Viewer, now: Date): RawBuilder<boolean> {
  const acting = { workspaceId: sql`recordings.workspace_id`, keyId: sql`${keyId}`, userId: sql`${userId}` }
  const sees = sql<boolean>`(${recordingVisibleTo(userId)} or holder.id = ${userId} and ${actsAsSuperAdmin})`
  return keyActsFor(acting, 'read', now, sees)
}
