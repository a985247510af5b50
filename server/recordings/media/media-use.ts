/**
 * What media of a workspace take, and may take (decision 29c): those of its recordings and of uploads that are processed,
 * whose sum a trigger keeps, and what unfinished resumable uploads are to become. One row and a short index range.
 */
import { sql } from 'kysely'
import { ApiError } from '../../platform/errors.ts'
import { type Db, lockKey, type Tx } from '../../platform/postgres/db.ts'
import type { Clock } from '../../platform/time.ts'
import type { UploadIds } from '../uploads/upload-source.ts'

/** How long an upload may take from its first request to its last. */
export const sessionSeconds = 86_400

/** An upload that was created then, or before, is no longer under way. */
export const expiry = (now: Date) => new Date(now.getTime() - sessionSeconds * 1_000)

export type MediaLimits = {
  /** Of one file. A resumable upload of unknown length counts as that. */
  mediaMaxBytes: number
  /** Of all media of a workspace; 0 is no limit. */
  workspaceMaxBytes: number
  /** Resumable uploads of a person that are under way. */
  openUploads: number
}

export type MediaUse = { bytes: number; openUploads: number }

/** @param userId  whose uploads under way are counted; their bytes are everyone's of the workspace */
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

/** Whoever adds to the use of a workspace does so within this turn, and keeps what it judged until its end. */
export const takeMediaTurn = (tx: Tx, workspaceId: string) => lockKey(tx, `media of ${workspaceId}`)

/** @throws {ApiError} 409 if so many bytes more do not fit */
export function requireFit({ bytes: used }: MediaUse, { workspaceMaxBytes }: MediaLimits, bytes: number): void {
  if (workspaceMaxBytes === 0 || used + bytes <= workspaceMaxBytes) return
  const limit = `may take ${workspaceMaxBytes} bytes (MAX_MEDIA_BYTES_PER_WORKSPACE)`
  throw new ApiError(409, `The media of this workspace ${limit}; ${used} are used, and ${bytes} more do not fit`)
}

/**
 * Keeps room for the media of an upload that is processed, in place of what was kept for it before.
 * @throws {ApiError} 409; what was kept before stays
 */
export async function keepRoom(
  { db, clock, limits }: { db: Db; clock: Clock; limits: MediaLimits },
  { workspace_id, recording_id }: UploadIds,
  bytes: number,
): Promise<void> {
  if (limits.workspaceMaxBytes === 0) return
  await db.transaction().execute(async (tx) => {
    await takeMediaTurn(tx, workspace_id)
    const source = () =>
      tx.updateTable('upload_sources').where('workspace_id', '=', workspace_id).where('recording_id', '=', recording_id)
    await source().set({ media_bytes: null }).execute()
    requireFit(await readMediaUse(tx, clock(), { workspaceId: workspace_id, userId: '' }, limits), limits, bytes)
    await source().set({ media_bytes: bytes }).execute()
  })
}
