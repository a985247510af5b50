/** Reads what was overwritten or removed under legal hold (decision 51). */
import type { FastifyRequest } from 'fastify'
import { recordAction } from '../../../people/caller/audit.ts'
import type { Caller } from '../../../people/caller/caller.ts'
import { requireSuperAdmin } from '../../../people/caller/require-super-admin.ts'
import { notFound } from '../../../platform/errors.ts'
import { isAfter, limitOf, type Page, type PageRequest, toPage } from '../../../platform/http/page.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import type { FormerTextRow } from '../../../platform/postgres/tables.ts'
import { isStorable } from '../../../platform/text.ts'

export type ListedText = Omit<FormerTextRow, 'workspace_id' | 'former'>

/** Newest first, without the texts. @throws {ApiError} 403 without super admin */
export async function listFormerTexts(
  db: Db,
  caller: Caller,
  { note_id, user_id }: { note_id?: string; user_id?: string },
  page: PageRequest,
): Promise<Page<ListedText>> {
  requireSuperAdmin(caller)
  let query = selectTexts(db, caller)
  if (note_id !== undefined) query = query.where('note_id', '=', note_id)
  if (user_id !== undefined) query = query.where('by_user_id', '=', user_id)
  if (page.after) query = query.where(isAfter('at', 'id', page.after))
  const rows = await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limitOf(page)).execute()
  return toPage('former_texts', page, rows, (row) => ({ time: row.at, id: row.id }))
}

/** The log has each text that somebody reads. @throws {ApiError} 403 without super admin; 404 */
export async function readFormerText(
  db: Db,
  now: Date,
  request: FastifyRequest,
  id: string,
): Promise<ListedText & { former: unknown }> {
  requireSuperAdmin(request.caller)
  const one = selectTexts(db, request.caller).select('former').where('id', '=', id)
  const found = isStorable(id) ? await one.executeTakeFirst() : undefined
  if (!found) throw notFound('Former text')
  await recordAction(db, now, request, { action: 'former_text.read', details: { former_text_id: id } })
  return found
}

const selectTexts = (db: Db, { workspace }: Caller) =>
  db
    .selectFrom('former_texts')
    .select(['id', 'at', 'by_user_id', 'kind', 'thing_id', 'note_id', 'recording_id', 'what', 'bytes'])
    .where('workspace_id', '=', workspace.id)
