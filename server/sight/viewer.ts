/** Who a link was made for. The request that made it is over, so its rights are asked again whenever the link is used. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../workspace/caller.ts'
import { keyHolds, keyIsGood } from '../workspace/keys.ts'
import { recordingVisibleTo } from './visible.ts'

/** The person whose link it is, and the key that asked for it: their own, or a super admin's who acted for them. */
export type Viewer = { userId: string; keyId: string }

export const viewerOf = ({ user, key }: Caller): Viewer => ({ userId: user.id, keyId: key.id })

/**
 * True in a query over `recordings` while the viewer may see one by that key: the key is good for reading, and the person
 * sees it or the key is super admin. For a person who is not the key's owner, both (decisions 5, 6, 16 and 29c).
 */
export function recordingVisibleBy({ userId, keyId }: Viewer, now: Date): RawBuilder<boolean> {
  const superAdmin = sql`(key.super_admin and holder.admin and workspace.plan = 'enterprise')`
  const sees = recordingVisibleTo(userId)
  return sql<boolean>`exists (select from api_keys key
    join workspaces workspace on workspace.id = key.workspace_id
    join users holder on holder.workspace_id = key.workspace_id and holder.id = key.user_id
    where key.workspace_id = recordings.workspace_id and key.id = ${keyId}
      and ${keyIsGood(now)} and ${keyHolds('read')} and holder.active
      and case when holder.id = ${userId} then ${superAdmin} or ${sees}
        else ${superAdmin} and ${keyHolds('admin')} and ${sees} end)`
}
