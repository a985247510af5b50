/** One's own voice: shown, and deleted (decision 62). */
import type { FastifyRequest } from 'fastify'
import { recordAction } from '../../people/caller/audit.ts'
import type { Caller } from '../../people/caller/caller.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { VoiceRow } from '../../platform/postgres/tables.ts'
import type { SecretKey } from '../../platform/secrets.ts'
import { openVoice } from './stored-voices.ts'

export type OwnVoice = Pick<VoiceRow, 'model' | 'recordings' | 'created_at' | 'updated_at' | 'confirmed'> & {
  vector: number[] | null
}

/** @throws {ApiError} 403 on behalf of others, administrators included */
export function requireSelf({ user, via }: Caller): void {
  if (via.userId !== user.id) throw new ApiError(403, 'Only the person themself may do this with a voice')
}

/** @returns null without a voice */
export async function readOwnVoice(db: Db, key: SecretKey, caller: Caller): Promise<OwnVoice | null> {
  requireSelf(caller)
  const [workspaceId, userId] = [caller.workspace.id, caller.user.id]
  const row = await db
    .selectFrom('voices')
    .select(['model', 'recordings', 'created_at', 'updated_at', 'confirmed', 'vector'])
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? { ...row, vector: row.vector && openVoice(key, row.vector, workspaceId, userId) } : null
}

/**
 * With the claims that wait. A legal hold does not keep it: a consent ends when the person says so. That somebody contests
 * it stays known.
 */
export async function deleteOwnVoice(db: Db, now: Date, request: FastifyRequest): Promise<void> {
  const { caller } = request
  requireSelf(caller)
  await db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('voices')
      .where('workspace_id', '=', caller.workspace.id)
      .where('user_id', '=', caller.user.id)
      .executeTakeFirst()
    await tx
      .deleteFrom('voice_claims')
      .where('workspace_id', '=', caller.workspace.id)
      .where('user_id', '=', caller.user.id)
      .execute()
    if (numDeletedRows > 0n) await recordAction(tx, now, request, { action: 'voice.delete' })
  })
}
