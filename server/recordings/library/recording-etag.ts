/** The ETag of a recording: its title, transcript and AI notes (decisions 22, 46). PostgreSQL hashes, as a transcript may have megabytes. */
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/db.ts'
import { recordingVisible } from '../../sight/visible.ts'
import type { Caller } from '../../workspace/caller.ts'

const hashed = (column: string) =>
  sql`sha256(convert_to(coalesce(${sql.ref(`recordings.${column}`)}::text, ''), 'UTF8'))`

/** In a query over `recordings`. */
export const recordingEtag = sql<string>`'"' || encode(
  sha256(${hashed('title')} || ${hashed('transcript')} || ${hashed('ai_notes')}), 'base64') || '"'`

/**
 * To be read before the recording itself: of a change in between it must not know yet.
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
