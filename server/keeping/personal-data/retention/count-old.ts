/** Counts what retention would delete, for administrators to see before they set it (decision 51). */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../../people/caller/caller.ts'
import { requireSuperAdmin } from '../../../people/caller/require-super-admin.ts'
import type { RetentionDays } from '../../../platform/postgres/column-types.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { daysBefore } from '../../../platform/time.ts'
import { keptFor, type OldKind, oldRows } from './old-rows.ts'

export type OldCounts = Record<OldKind | 'media_bytes', number>

/**
 * Counts each kind separately. The cost grows with the number of old rows.
 * @param days  whole days; for an absent setting the counts are 0
 * @throws {ApiError} 403 for others than super admins
 */
export async function countOld(
  db: Db,
  caller: Caller,
  now: Date,
  days: { [By in keyof RetentionDays]?: number },
): Promise<OldCounts> {
  requireSuperAdmin(caller)
  const { id } = caller.workspace
  const counts = { notes: 0, action_items: 0, uploads: 0, events: 0, transcripts: 0, media: 0, media_bytes: 0 }
  if (await isUnderHold(db, id)) return counts
  for (const kind of Object.keys(oldRows) as OldKind[]) {
    const kept = days[keptFor[kind]]
    if (kept === undefined) continue
    const rows = oldRows[kind](id, daysBefore(now, kept))
    counts[kind] = await read(db, sql`count(*)`, rows)
    if (kind === 'media') counts.media_bytes = await read(db, sql`coalesce(sum(media.media_bytes), 0)`, rows)
  }
  return counts
}

async function isUnderHold(db: Db, workspaceId: string): Promise<boolean> {
  const { legal_hold } = await db
    .selectFrom('workspaces')
    .select('legal_hold')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return legal_hold !== null
}

async function read(db: Db, what: RawBuilder<unknown>, old: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ number: string }>`select ${what} as number from ${old}`.execute(db)
  return Number(rows[0]!.number)
}
