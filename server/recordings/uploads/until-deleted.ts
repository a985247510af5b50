/** Ends the work for an upload that was deleted meanwhile, by whichever process. */
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/db.ts'
import type { UploadIds } from './upload-source.ts'

/** One short query a second beside work that takes seconds to hours. */
const checkMs = 1_000

/**
 * @param work  gets a signal that aborts when the upload is gone, or with `stopping`
 * @returns null if the upload is gone: deleted, or ended by another worker
 */
export async function untilDeleted<T>(
  db: Db,
  ids: UploadIds,
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const deleted = new AbortController()
  const timer = setInterval(async () => {
    // A database that is away says nothing about the upload.
    if ((await isThere(db, ids).catch(() => true)) === false) deleted.abort(new Error('The upload was deleted'))
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

async function isThere(db: Db, { workspace_id, recording_id }: UploadIds): Promise<boolean> {
  const row = await db
    .selectFrom('upload_sources')
    .select(sql`1`.as('one'))
    .where('workspace_id', '=', workspace_id)
    .where('recording_id', '=', recording_id)
    .executeTakeFirst()
  return row !== undefined
}
