/** Links that have expired open nothing; the audit log remembers them. */
import type { Db } from '../../../platform/postgres/db.ts'
import { notFrozen } from '../../caller/frozen.ts'

export async function forgetLinks(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('outside_links')
    .where('expires_at', '<=', now)
    .where(notFrozen('outside_links.workspace_id'))
    .execute()
}
