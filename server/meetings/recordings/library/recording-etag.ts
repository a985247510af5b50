/**
 * The ETag of a recording, computed from title, transcript and AI notes (decisions 22 on agenda writes, 46 on
 * corrections). PostgreSQL computes the hash, because a transcript may have megabytes.
 */
import { sql } from 'kysely'
import type { Caller } from '../../../people/caller/caller.ts'
import { recordingVisible } from '../../../people/sight/visible.ts'
import type { Db } from '../../../platform/postgres/db.ts'

const hashed = (column: string) =>
  sql`sha256(convert_to(coalesce(${sql.ref(`recordings.${column}`)}::text, ''), 'UTF8'))`

/** In a query over `recordings`. */
export const recordingEtag = sql<string>`'"' || encode(
  sha256(${hashed('title')} || ${hashed('transcript')} || ${hashed('ai_notes')}), 'base64') || '"'`

/**
 * Read it before the recording itself: the ETag must not include a change that the recording read before lacks.
 * @returns undefined for a recording that the caller does not see
 */
export async function readRecordingEtag(db: Db, caller: Caller, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('recordings')
    .select(recordingEtag.as('etag'))
    .where('recordings.workspace_id', '=', caller.workspace.id)
    .where('recordings.id', '=', id)
    .where(recordingVisible(caller))
    .executeTakeFirst()
  return row?.etag
}
