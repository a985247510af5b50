/** Ends work that is not wanted any more: its row was deleted, or another worker did it. */
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/db.ts'
import type { UploadIds } from './upload-source.ts'

/** One short query a second beside work that takes seconds to hours. */
const checkMs = 1_000

/** A row is work for a recording that is to be done, and is deleted with it. */
export type RequestTable = 'upload_sources' | 'transcription_requests' | 'notes_requests'

/**
 * @param work  gets a signal that aborts when the work is not wanted any more, or with `stopping`
 * @returns null if it is not wanted any more
 */
export async function untilGone<T>(
  isWanted: () => Promise<boolean>,
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const gone = new AbortController()
  // The check alone keeps no process alive.
  const timer = setInterval(async () => {
    // A database that is away says nothing about the row.
    if (!(await isWanted().catch(() => true))) gone.abort(new Error('The work is not wanted any more'))
  }, checkMs).unref()
  try {
    return await work(AbortSignal.any([stopping, gone.signal]))
  } catch (error) {
    if (gone.signal.aborted) return null
    throw error
  } finally {
    clearInterval(timer)
  }
}

/** For `untilGone`: whether a recording has its row. */
export const isRequested =
  (db: Db, table: RequestTable, { workspace_id, recording_id }: UploadIds) =>
  async () => {
    const row = await db
      .selectFrom(table)
      .select(sql`1`.as('one'))
      .where('workspace_id', '=', workspace_id)
      .where('recording_id', '=', recording_id)
      .executeTakeFirst()
    return row !== undefined
  }
