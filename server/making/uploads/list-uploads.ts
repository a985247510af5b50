/** Uploads: the import status of submitted recordings (spec 4.3, decision 28). */
import { sql } from 'kysely'
import { requireChannel } from '../../people/accounts/channels.ts'
import type { Caller } from '../../people/caller/caller.ts'
import { notFound } from '../../platform/errors.ts'
import { isSelective, readDates, titleContains, withinDates } from '../../platform/http/filters.ts'
import { isAfter, limitOf, type Page, type PageRequest, toPage } from '../../platform/http/page.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { planAnew } from '../../platform/postgres/preparing-client.ts'
import type { UploadRow } from '../../platform/postgres/tables.ts'
import { isStorable } from '../../platform/text.ts'
import { type Progress, progressOf } from './progress.ts'
import type { UploadFilters } from './schemas.ts'

export type UploadView = Pick<
  UploadRow,
  'recording_id' | 'title' | 'submitted_by' | 'created_at' | 'updated_at' | 'status' | 'failure_reason' | 'import_key'
> & {
  /** For super admins only. */
  notes_fallback?: string | null
  progress: Progress | null
}

/** Newest first; the caller's uploads, or all of the workspace for a super admin key. */
export async function listUploads(
  db: Db,
  caller: Caller,
  filters: UploadFilters,
  page: PageRequest,
): Promise<Page<UploadView>> {
  let query = ownUploads(db, caller).where((eb) => eb.and(withinDates(readDates(filters), 'created_at', 'updated_at')))
  if (filters.channel_id != null) {
    await requireChannel(db, caller, filters.channel_id)
    query = query.where('channel_id', '=', filters.channel_id)
  }
  if (filters.event_guid != null) query = query.where('event_guid', '=', filters.event_guid)
  if (filters.import_keys != null)
    query = query
      .where('submitted_by', '=', caller.user.id)
      .where('status', '<>', 'FAILED')
      .where(sql<boolean>`import_key = any(${filters.import_keys})`)
  if (filters.status != null) query = query.where('status', '=', filters.status)
  if (filters.title != null) query = query.where(titleContains('title_folded', filters.title))
  if (page.after) query = query.where(isAfter('created_at', 'recording_id', page.after))
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('recording_id', 'desc')
    .limit(limitOf(page))
    .$if(isSelective(filters), (query) => query.modifyEnd(planAnew))
    .execute()
  return toPage('uploads', page, rows, (row) => ({ time: row.created_at, id: row.recording_id }))
}

/** @throws {ApiError} 404 for an upload that is unknown, of another workspace, or another person's */
export async function getUpload(db: Db, caller: Caller, recordingId: string): Promise<UploadView> {
  const row = isStorable(recordingId)
    ? await ownUploads(db, caller).where('recording_id', '=', recordingId).executeTakeFirst()
    : undefined
  if (!row) throw notFound('Upload')
  return row
}

function ownUploads(db: Db, { workspace, user, superAdmin }: Caller) {
  const query = db
    .selectFrom('uploads')
    .select(['recording_id', 'title', 'submitted_by', 'created_at', 'updated_at', 'status', 'failure_reason'])
    .select('import_key')
    .select(progressOf(workspace.id).as('progress'))
    .where('workspace_id', '=', workspace.id)
  return superAdmin ? query.select('notes_fallback') : query.where('submitted_by', '=', user.id)
}
