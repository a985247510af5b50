/** The rows of unfinished resumable uploads: owner, length and metadata (decision 27). */
import { Upload } from '@tus/server'
import { sql } from 'kysely'
import { notFrozen } from '../../../people/caller/frozen.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { Db, Tx } from '../../../platform/postgres/db.ts'
import { isStorable } from '../../../platform/text.ts'
import { expiry, lockMediaUse, type MediaLimits, readMediaUse, requireFit } from '../media-use.ts'
import type { Uploader } from '../submit-upload.ts'

type Metadata = Record<string, string | null>

/** The sessions of one person, for the tus library; ids of other people's sessions are unknown here. */
export class Sessions {
  readonly #db: Db
  readonly #now: Date
  readonly uploader: Uploader

  constructor(db: Db, now: Date, uploader: Uploader) {
    this.#db = db
    this.#now = now
    this.uploader = uploader
  }

  async find(id: string) {
    if (!isStorable(id)) return undefined
    const row = await this.#mine()
      .select(['length', 'metadata', 'complete', 'created_at'])
      .where('recording_id', '=', id)
      .where('created_at', '>', expiry(this.#now))
      .executeTakeFirst()
    return row && { ...row, length: readLength(row.length) }
  }

  /** Its offset is the size of its file. */
  async get(id: string): Promise<Upload | undefined> {
    const row = await this.find(id)
    if (!row) return undefined
    const metadata: Metadata | undefined = row.metadata ? JSON.parse(row.metadata) : undefined
    return new Upload({
      id,
      offset: 0,
      ...(row.length !== null && { size: row.length }),
      ...(metadata && { metadata }),
    })
  }

  /** @throws {ApiError} 409 if the person has too many open uploads, or the workspace has too little room */
  async begin({ id, size, metadata = {} }: Upload, limits: MediaLimits): Promise<void> {
    const { workspaceId, userId } = this.uploader
    await this.#db.transaction().execute(async (tx) => {
      await lockMediaUse(tx, workspaceId)
      const use = await readMediaUse(tx, this.#now, this.uploader, limits)
      if (use.openUploads >= limits.openUploads) throw tooMany(use.openUploads, limits)
      requireFit(use, limits, size ?? limits.mediaMaxBytes)
      await tx
        .insertInto('upload_sessions')
        .values({
          workspace_id: workspaceId,
          recording_id: id,
          user_id: userId,
          length: size ?? null,
          metadata: JSON.stringify(metadata),
          created_at: this.#now,
        })
        .execute()
    })
  }

  /** Sets the length, which is at most the size that the upload counted with before. */
  async set(id: string, { size }: Upload): Promise<void> {
    await this.#db
      .updateTable('upload_sessions')
      .set({ length: size ?? null })
      .where('workspace_id', '=', this.uploader.workspaceId)
      .where('recording_id', '=', id)
      .execute()
  }

  async delete(id: string): Promise<void> {
    await deleteSession(this.#db, this.uploader.workspaceId, id)
  }

  #mine() {
    return this.#db
      .selectFrom('upload_sessions')
      .where('workspace_id', '=', this.uploader.workspaceId)
      .where('user_id', '=', this.uploader.userId)
  }
}

function tooMany(open: number, { openUploads }: MediaLimits): ApiError {
  const limit = `a person may have ${openUploads} (MAX_OPEN_UPLOADS_PER_PERSON)`
  return new ApiError(409, `You have ${open} unfinished uploads, and ${limit}; finish one or take it back first`)
}

export async function deleteSession(db: Db, workspaceId: string, id: string): Promise<void> {
  await db
    .deleteFrom('upload_sessions')
    .where('workspace_id', '=', workspaceId)
    .where('recording_id', '=', id)
    .execute()
}

export async function isComplete(db: Db, { workspaceId, userId }: Uploader, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('upload_sessions')
    .select('complete')
    .where('workspace_id', '=', workspaceId)
    .where('recording_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found?.complete === true
}

/**
 * Marks the session complete and clears its metadata.
 * @returns what it began with; undefined if it was complete before, is deleted, or an erasure has removed its metadata
 */
export async function completeSession(
  tx: Tx,
  { workspaceId, userId }: Uploader,
  id: string,
): Promise<{ metadata: Metadata; bytes: number; createdAt: Date } | undefined> {
  const { rows } = await sql<{ metadata: string; length: string; created_at: Date }>`
    update upload_sessions session set complete = true, metadata = null
    from (select metadata from upload_sessions where workspace_id = ${workspaceId} and recording_id = ${id}
      and user_id = ${userId} and not complete and metadata is not null for update) before
    where session.workspace_id = ${workspaceId} and session.recording_id = ${id}
    returning before.metadata, session.length, session.created_at`.execute(tx)
  if (!rows[0]) return undefined
  const { metadata, length, created_at: createdAt } = rows[0]
  return { metadata: JSON.parse(metadata), bytes: Number(length), createdAt }
}

/** All sessions that are incomplete or expired. */
export async function listOpenOrExpired(db: Db, now: Date) {
  const rows = await db
    .selectFrom('upload_sessions')
    .select(['workspace_id', 'user_id', 'recording_id', 'length', 'created_at'])
    .where((where) => where.or([where('complete', '=', false), where('created_at', '<=', expiry(now))]))
    .where(notFrozen('upload_sessions.workspace_id'))
    .execute()
  return rows.map(({ workspace_id: workspaceId, user_id: userId, recording_id: id, length, created_at }) => ({
    uploader: { workspaceId, userId },
    id,
    length: readLength(length),
    expired: created_at <= expiry(now),
  }))
}

/** Null: the client will send the length later. */
const readLength = (length: string | null) => (length === null ? null : Number(length))
