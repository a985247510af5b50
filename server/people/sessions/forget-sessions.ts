import type { Db } from '../../platform/postgres/db.ts'
import { notFrozen } from '../caller/frozen.ts'
import { idleSince } from './validity.ts'

/**
 * Removes sessions that have ended; also those of an expired key, if the expiry was set when they began.
 * @returns how many
 */
export async function forgetSessions(db: Db, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<=', now), eb('last_used_at', '<=', idleSince(now))]))
    .where(notFrozen('sessions.workspace_id'))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
