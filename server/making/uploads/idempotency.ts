/** Idempotent requests: the result of the first one is stored for a day (decision 29a). */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { notFrozen } from '../../people/caller/frozen.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { Uploader } from './submit-upload.ts'

const keptSeconds = 86_400

const keyForm = '^[\\x21-\\x7e]{1,255}$'

export const idempotencyKey = {
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: keyForm,
      description:
        'The same request with the same key within 24 hours gets the first answer again; another body is a 422.',
    }),
  ),
}

export const idempotencyReplayed = {
  'Idempotency-Replayed': Type.Optional(
    Type.String({ pattern: '^true$', description: 'This is the answer to an earlier request; nothing was changed.' }),
  ),
}

export type Repeatable = { key: string; bodySha256: Buffer }

/** @throws {ApiError} 400 for a key that is too long or has other characters than visible ASCII */
export function readIdempotencyKey(request: FastifyRequest): Repeatable | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (!new RegExp(keyForm).test(String(key))) {
    throw invalid('headers.idempotency-key', 'must be 1 to 255 visible ASCII characters')
  }
  const bodySha256 = createHash('sha256')
    .update(request.rawBody ?? '')
    .digest()
  return { key: String(key), bodySha256 }
}

/**
 * Reserves the key for this recording. Of two requests at the same time the second one waits here for the first.
 * @returns null, or the recording that the same request created before
 * @throws {ApiError} 422 for another body with the same key
 */
export async function reserveIdempotencyKey(
  tx: Tx,
  now: Date,
  { workspaceId, userId }: Uploader,
  { key, bodySha256 }: Repeatable,
  recordingId: string,
): Promise<string | null> {
  const fresh = { body_sha256: bodySha256, recording_id: recordingId, created_at: now }
  const taken = await tx
    .insertInto('idempotency_keys')
    .values({ workspace_id: workspaceId, user_id: userId, key, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'user_id', 'key'])
        .doUpdateSet(fresh)
        .where('idempotency_keys.created_at', '<=', expiry(now)),
    )
    .returning('key')
    .executeTakeFirst()
  if (taken) return null
  const before = await tx
    .selectFrom('idempotency_keys')
    .select(['body_sha256', 'recording_id'])
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (before.body_sha256.equals(bodySha256)) return before.recording_id
  throw new ApiError(422, 'This Idempotency-Key was sent before with another body')
}

/** Keeps a stored key for another day. @returns its recording; null if the key is not stored */
export async function renewIdempotencyKey(
  db: Db,
  now: Date,
  { workspaceId, userId }: Uploader,
  key: string,
): Promise<string | null> {
  const kept = await db
    .updateTable('idempotency_keys')
    .set({ created_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .returning('recording_id')
    .executeTakeFirst()
  return kept?.recording_id ?? null
}

/** Removes keys that are older than a day. */
export async function deleteExpiredIdempotencyKeys(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<=', expiry(now))
    .where(notFrozen('idempotency_keys.workspace_id'))
    .execute()
}

const expiry = (now: Date) => new Date(now.getTime() - keptSeconds * 1_000)
