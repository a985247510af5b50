/** Ends the work for an upload, or for a request of a recording, whose row is gone meanwhile, by whichever process. */
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/db.ts'
import type { UploadIds } from './upload-source.ts'

/** One short query a second beside work that takes seconds to hours. */
const checkMs = 1_000

/** Its rows are work that is to be done. */
export type RequestTable = 'upload_sources' | 'transcription_requests' | 'notes_requests' | 'notes_translations'

/**
 * @param work  gets a signal that aborts when the row is gone, or with `stopping`
 * @returns null if the row is gone: deleted, or its work ended by another worker
 */
export async function untilDeleted<T>(
  db: Db,
  table: RequestTable,
  ids: UploadIds,
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const deleted = new AbortController()
  const timer = setInterval(async () => {
    // A database that is away says nothing about the row.
    if ((await isThere(db, table, ids).catch(() => true)) === false)
      deleted.abort(new Error('The work is not wanted any more'))
  }, checkMs)
  try {
    return await work(AbortSignal.any([stopping, deleted.signal]))
  } catch (error) {
    if (deleted.signal.aborted) return null
    throw error
  } finally {
    clearInterval(timer)
  }
}

async function isThere(db: Db, table: RequestTable, { workspace_id, recording_id }: UploadIds): Promise<boolean> {
  const row = await db
    .selectFrom(table)
    .select(sql`1`.as('one'))
    .where('workspace_id', '=', workspace_id)
    .where('recording_id', '=', recording_id)
    .executeTakeFirst()
  return row !== undefined
}
