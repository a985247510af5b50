/** What others who were there say of "this is me" (decision 62). */
import type { FastifyRequest } from 'fastify'
import { recordAction } from '../../people/caller/audit.ts'
import { type Caller, sharerOf } from '../../people/caller/caller.ts'
import { recordingVisible } from '../../people/sight/visible.ts'
import type { Context } from '../../platform/context/context.ts'
import { notFound } from '../../platform/errors.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { isStorable } from '../../platform/text.ts'
import { decideClaim, lockVoices, readWords } from './decide-claim.ts'
import { type Hearing, hearClaim } from './hear-claim.ts'
import { requireSelf } from './own-voice.ts'
import { contest } from './stored-voices.ts'

/**
 * A no ends a claim, and contests a voice that was given by it. The last yes that a claim waits for gives the voice.
 * @throws {ApiError} 403 on behalf of others; 404 for who was not told, or does not see the recording; 409 if the voice can
 *   not be read: the word is kept all the same
 */
export async function sayWord(
  deps: Pick<Context, 'db' | 'clock' | 'secretKey'> & Hearing,
  request: FastifyRequest,
  claimId: string,
  isTheirs: boolean,
): Promise<void> {
  const { caller } = request
  requireSelf(caller)
  const claim = await readClaim(deps.db, caller, claimId)
  const key = { workspaceId: caller.workspace.id, claimId, claimantId: claim.claimant_id }
  const words = await deps.db.transaction().execute(async (tx) => {
    await lockVoices(tx, key.workspaceId)
    await writeWord(tx, key, caller.user.id, isTheirs)
    const words = await readWords(tx, key)
    if (!isTheirs && words?.isGiven) await contest(tx, key.workspaceId, key.claimantId, deps.clock())
    const details = { recording_id: claim.recording_id, user_id: key.claimantId, is_theirs: isTheirs }
    await recordAction(tx, deps.clock(), request, { action: 'voice.word', details })
    return words
  })
  if (!words || words.isRefused || !words.isComplete) return
  const heard = await hearClaim(deps, claim, claim.spans, sharerOf(caller.workspace.id, caller.user.id)).catch(
    async (error) => {
      await readClaim(deps.db, caller, claimId)
      throw error
    },
  )
  await deps.db.transaction().execute(async (tx) => {
    await lockVoices(tx, key.workspaceId)
    await decideClaim(tx, deps, key, heard)
  })
}

async function readClaim(db: Db, caller: Caller, claimId: string) {
  const row = isStorable(claimId)
    ? await db
        .selectFrom('voice_claims as claim')
        .innerJoin('voice_words as word', (join) =>
          join.onRef('word.workspace_id', '=', 'claim.workspace_id').onRef('word.claim_id', '=', 'claim.id'),
        )
        .innerJoin('recordings', (join) =>
          join
            .onRef('recordings.workspace_id', '=', 'claim.workspace_id')
            .onRef('recordings.id', '=', 'claim.recording_id'),
        )
        .leftJoin('recording_media as media', (join) =>
          join
            .onRef('media.workspace_id', '=', 'claim.workspace_id')
            .onRef('media.recording_id', '=', 'claim.recording_id'),
        )
        .select(['claim.recording_id', 'claim.user_id as claimant_id', 'claim.spans'])
        .select(['media.file', 'media.content_type', 'media.file_name'])
        .where('claim.workspace_id', '=', caller.workspace.id)
        .where('claim.id', '=', claimId)
        .where('word.user_id', '=', caller.user.id)
        .where(recordingVisible(caller))
        .executeTakeFirst()
    : undefined
  if (!row) throw notFound('Claim')
  return row
}

/** @throws {ApiError} 404 if the claim was withdrawn meanwhile */
async function writeWord(
  tx: Tx,
  { workspaceId, claimId }: { workspaceId: string; claimId: string },
  userId: string,
  says: boolean,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('voice_words')
    .set({ says })
    .where('workspace_id', '=', workspaceId)
    .where('claim_id', '=', claimId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound('Claim')
}
