/** Finds what an import has become before (docs/decisions/imports.md). */
import type { Db } from '../../platform/postgres/db.ts'
import type { UploadFields } from './given-upload.ts'
import type { Uploader } from './submit-upload.ts'

/** @returns the upload with the same key of the same person that did not fail; null if there is none, or it is no import */
export async function findImported(
  db: Db,
  { workspaceId, userId }: Uploader,
  { imported }: Pick<UploadFields, 'imported'>,
): Promise<string | null> {
  if (!imported) return null
  const found = await db
    .selectFrom('uploads')
    .select('recording_id')
    .where('workspace_id', '=', workspaceId)
    .where('submitted_by', '=', userId)
    .where('import_key', '=', imported.key)
    .where('status', '<>', 'FAILED')
    .executeTakeFirst()
  return found?.recording_id ?? null
}
