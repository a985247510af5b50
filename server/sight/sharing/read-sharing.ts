/** Whom a note, a recording or a series is open to beside its attendees (decision 29d). */
import { type Db, inSnapshot } from '../../platform/postgres/db.ts'
import type { Caller } from '../../workspace/caller.ts'
import { attends, type Thing } from './attend.ts'
import { listPublications, type Publication } from './publish.ts'
import { listShares, type Share } from './share.ts'

/**
 * Reads the caller's rights and the shares in one snapshot, so both are of the same moment. A series is not published.
 * @throws {ApiError} 404 without sight
 */
export function readSharing(
  db: Db,
  caller: Caller,
  thing: Thing,
): Promise<{ shares: Share[]; publications: Publication[] }> {
  return inSnapshot(db, async (tx) => {
    const attending = await attends(tx, caller, thing)
    const { kind, id } = thing
    return {
      shares: await listShares(tx, caller, thing, attending),
      publications: kind === 'series' ? [] : await listPublications(tx, caller, { kind, id }),
    }
  })
}
