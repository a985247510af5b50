/**
 * The storage use of a workspace and its limit (decision 29c on people and keys). It counts media of recordings and of
 * uploads in progress, summed by a trigger, and the announced sizes of resumable uploads. Reads one row and a short
 * index range.
 */
import { sql } from 'kysely'
import type { Config } from '../../platform/context/config.ts'
import { ApiError } from '../../platform/errors.ts'
import { type Db, lockKey, type Tx } from '../../platform/postgres/db.ts'
import type { Clock } from '../../platform/time.ts'
import type { UploadIds } from './upload-source.ts'

/** How long an upload may take from its first request to its last. */
export const sessionSeconds = 86_400

/** An unfinished upload that was created at or before this time has expired. */
export const expiry = (now: Date) => new Date(now.getTime() - sessionSeconds * 1_000)

export type MediaLimits = {
  /** Limit of one file. A resumable upload of unknown length counts with this size. */
  mediaMaxBytes: number
  /** Limit of all media of a workspace; 0 is no limit. */
  workspaceMaxBytes: number
  /** Limit of unfinished resumable uploads of a person. */
  openUploads: number
}

type MediaSettings = Pick<Config, 'mediaMaxBytes' | 'maxMediaBytesPerWorkspace' | 'maxOpenUploadsPerPerson'>

export const mediaLimits = (settings: MediaSettings): MediaLimits => ({
  mediaMaxBytes: settings.mediaMaxBytes,
  workspaceMaxBytes: settings.maxMediaBytesPerWorkspace,
  openUploads: settings.maxOpenUploadsPerPerson,
})

export type MediaUse = { bytes: number; openUploads: number }

/** @param userId  the person whose unfinished uploads are counted; bytes are of the whole workspace */
export async function readMediaUse(
  db: Db,
  now: Date,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  { mediaMaxBytes }: MediaLimits,
): Promise<MediaUse> {
  const { rows } = await sql<{ bytes: string; open: string }>`
    select coalesce(sum(coalesce(length, ${mediaMaxBytes}::bigint)), 0)
        + coalesce((select bytes from media_use where workspace_id = ${workspaceId}), 0) as bytes,
      count(*) filter (where user_id = ${userId}) as open
    from upload_sessions
    where workspace_id = ${workspaceId} and not complete and created_at > ${expiry(now)}`.execute(db)
  return { bytes: Number(rows[0]!.bytes), openUploads: Number(rows[0]!.open) }
}

/** A transaction that adds media takes this lock, so that the use it has checked cannot grow until it commits. */
export const lockMediaUse = (tx: Tx, workspaceId: string) => lockKey(tx, `media of ${workspaceId}`)

/** @throws {ApiError} 409 if this number of bytes does not fit */
export function requireFit({ bytes: used }: MediaUse, { workspaceMaxBytes }: MediaLimits, bytes: number): void {
  if (workspaceMaxBytes === 0 || used + bytes <= workspaceMaxBytes) return
  const limit = `may take ${workspaceMaxBytes} bytes (MAX_MEDIA_BYTES_PER_WORKSPACE)`
  throw new ApiError(409, `The media of this workspace ${limit}; ${used} are used, and ${bytes} more do not fit`)
}

/**
 * Reserves space for the media of an upload in progress; it replaces the earlier reservation.
 * @throws {ApiError} 409; the earlier reservation stays
 */
export async function reserveSpace(
  { db, clock, limits }: { db: Db; clock: Clock; limits: MediaLimits },
  { workspace_id, recording_id }: UploadIds,
  bytes: number,
): Promise<void> {
  if (limits.workspaceMaxBytes === 0) return
  await db.transaction().execute(async (tx) => {
    await lockMediaUse(tx, workspace_id)
    const source = () =>
      tx.updateTable('upload_sources').where('workspace_id', '=', workspace_id).where('recording_id', '=', recording_id)
    await source().set({ media_bytes: null }).execute()
    requireFit(await readMediaUse(tx, clock(), { workspaceId: workspace_id, userId: '' }, limits), limits, bytes)
    await source().set({ media_bytes: bytes }).execute()
  })
}
