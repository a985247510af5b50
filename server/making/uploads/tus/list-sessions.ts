/** The unfinished resumable uploads of a person, and how much of each has arrived (decision 27). */
import { stat } from 'node:fs/promises'
import type { Context } from '../../../platform/context/context.ts'
import { isAfter, limitOf, type Page, type PageRequest, toPage } from '../../../platform/http/page.ts'
import type { MediaStore } from '../../../platform/store/media-store.ts'
import { utc } from '../../../platform/time.ts'
import { expiry, sessionSeconds } from '../media-use.ts'
import type { Uploader } from '../submit-upload.ts'
import { fileOf } from './finish-session.ts'

/** Newest first. Reads the sizes of files and takes no lock, so that it interrupts no upload that is being sent. */
export async function listSessions(
  { db, store }: Pick<Context, 'db' | 'store'>,
  now: Date,
  { workspaceId, userId }: Uploader,
  page: PageRequest,
): Promise<Page<Awaited<ReturnType<typeof present>>>> {
  let query = db
    .selectFrom('upload_sessions')
    .select(['recording_id', 'length', 'metadata', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('complete', '=', false)
    .where('created_at', '>', expiry(now))
  if (page.after) query = query.where(isAfter('created_at', 'recording_id', page.after))
  const found = await query.orderBy('created_at', 'desc').orderBy('recording_id', 'desc').limit(limitOf(page)).execute()
  const { info, rows } = toPage('resumable_uploads', page, found, (row) => ({
    time: row.created_at,
    id: row.recording_id,
  }))
  return { info, rows: await Promise.all(rows.map((row) => present(store, row))) }
}

type SessionRow = { recording_id: string; length: string | null; metadata: string | null; created_at: Date }

async function present(store: MediaStore, { recording_id, length, metadata, created_at }: SessionRow) {
  const { title, filename = null } = JSON.parse(metadata ?? '{}') as { title?: string; filename?: string }
  const { size } = await stat(fileOf(store, recording_id)).catch(() => ({ size: 0 }))
  return {
    recording_id,
    title: title ?? filename ?? recording_id,
    filename,
    bytes: length === null ? null : Number(length),
    bytes_arrived: size,
    created_at: utc(created_at),
    expires_at: utc(new Date(created_at.getTime() + sessionSeconds * 1_000)),
  }
}
