/** "This is me": a person gives their voice, which is read from the media of a recording (decision 62). */
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { recordAction } from '../../people/caller/audit.ts'
import { type Caller, sharerOf } from '../../people/caller/caller.ts'
import { recordingVisible } from '../../people/sight/visible.ts'
import type { Context } from '../../platform/context/context.ts'
import { ApiError, invalid, notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import type { StoredTranscript } from '../../platform/postgres/column-types.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { isStorable } from '../../platform/text.ts'
import { readClaimFacts } from './claim-facts.ts'
import { decideClaim, lockVoices, readWords } from './decide-claim.ts'
import { type Hearing, hearClaim, type Spans } from './hear-claim.ts'
import { type ClaimJudgement, judgeClaim } from './judge-claim.ts'
import { requireSelf } from './own-voice.ts'
import { chooseSpans } from './spans.ts'
import { keepsVoices } from './stored-voices.ts'

/**
 * Gives it at once if nobody else may be meant; otherwise it waits for the words of others, who are told.
 * @throws {ApiError} 403 on behalf of others; 404 for a recording that the caller does not see; 400 for an unknown speaker;
 *   409 if the speaker is named as another person, the voice cannot be read or is unlike the caller's, or somebody said
 *   that it is not theirs
 */
export async function giveVoice(
  deps: Pick<Context, 'db' | 'clock' | 'secretKey'> & Hearing,
  request: FastifyRequest,
  recordingId: string,
  speaker: string,
): Promise<void> {
  const { caller } = request
  requireSelf(caller)
  const recording = await readRecording(deps.db, caller, recordingId)
  if (!(await keepsVoices(deps.db, caller.workspace.id))) throw new ApiError(409, 'This workspace keeps no voices')
  const { transcript } = recording
  const spans = spansOf(transcript, speaker)
  const meeting = { ...recording, workspace_id: caller.workspace.id }
  const claimed = { recordingId, speaker, claimantId: caller.user.id, transcript: transcript! }
  const judgement = judgeClaim(await readClaimFacts(deps.db, meeting, claimed))
  if (judgement.isNamedAsAnother) {
    throw new ApiError(409, 'This speaker is named as somebody else; put the name right first')
  }
  const heard = await hearClaim(deps, recording, spans, sharerOf(caller.workspace.id, caller.user.id)).catch(
    async (error) => {
      // It may be gone by now.
      await readRecording(deps.db, caller, recordingId)
      throw error
    },
  )
  const whose = { workspaceId: caller.workspace.id, recordingId, claimantId: caller.user.id }
  await deps.db.transaction().execute(async (tx) => {
    await lockVoices(tx, whose.workspaceId)
    // It may have been deleted, or taken from the caller's sight, while the voice was read.
    await readRecording(tx, caller, recordingId)
    const key = { ...whose, claimId: await writeClaim(tx, deps.clock(), whose, spans, judgement) }
    const isGiven = await decideClaim(tx, deps, key, heard)
    const details = { recording_id: recordingId, speaker }
    await recordAction(tx, deps.clock(), request, { action: isGiven ? 'voice.give' : 'voice.claim', details })
  })
}

async function readRecording(db: Db, caller: Caller, id: string) {
  const row = isStorable(id)
    ? await db
        .selectFrom('recordings')
        .leftJoin('recording_media as media', (join) =>
          join
            .onRef('media.workspace_id', '=', 'recordings.workspace_id')
            .onRef('media.recording_id', '=', 'recordings.id'),
        )
        .innerJoin('notes as note', (join) =>
          join.onRef('note.workspace_id', '=', 'recordings.workspace_id').onRef('note.id', '=', 'recordings.note_id'),
        )
        .select(['recordings.transcript', 'recordings.facts', 'note.event_guid'])
        .select(['media.file', 'media.content_type', 'media.file_name'])
        .where('recordings.workspace_id', '=', caller.workspace.id)
        .where('recordings.id', '=', id)
        .where(recordingVisible(caller))
        .forKeyShare('recordings')
        .executeTakeFirst()
    : undefined
  if (!row) throw notFound('Recording')
  return row
}

function spansOf(transcript: StoredTranscript | null, speaker: string): Spans {
  if (transcript === null) throw new ApiError(409, 'This recording has no transcript')
  const segments = transcript.speech_segments.filter((segment) => segment.speaker === speaker)
  if (segments.length === 0) throw invalid('body.speaker', 'is no speaker of this transcript')
  const spans = chooseSpans(segments)
  if (spans === null) throw new ApiError(409, 'This speaker says too little to know the voice by')
  return spans.map(({ start, end }) => [start, end])
}

type Whose = { workspaceId: string; recordingId: string; claimantId: string }

/**
 * Again, of the same sound, it keeps what others said. Of other sound everybody is asked anew.
 * @throws {ApiError} 409 if somebody said that it is not the claimant
 */
async function writeClaim(
  tx: Tx,
  now: Date,
  { workspaceId, recordingId, claimantId }: Whose,
  spans: Spans,
  { told, needsWord }: ClaimJudgement,
): Promise<string> {
  const sound = JSON.stringify(spans)
  await sql`
    delete from voice_claims where workspace_id = ${workspaceId} and recording_id = ${recordingId}
      and user_id = ${claimantId} and spans <> ${sound}::jsonb`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    insert into voice_claims (workspace_id, id, recording_id, user_id, spans, needs_word, created_at)
    values (${workspaceId}, ${newId('vc', now)}, ${recordingId}, ${claimantId}, ${sound}::jsonb, ${needsWord}, ${now})
    on conflict (workspace_id, recording_id, user_id) do update
      set needs_word = voice_claims.needs_word or excluded.needs_word
    returning id`.execute(tx)
  const [{ id }] = rows as [{ id: string }]
  await sql`
    insert into voice_words (workspace_id, claim_id, user_id, needed)
    select ${workspaceId}, ${id}, "userId", needed
    from json_to_recordset(${JSON.stringify(told)}::json) as told ("userId" text, needed boolean)
    on conflict (workspace_id, claim_id, user_id) do update
      set needed = voice_words.needed or excluded.needed`.execute(tx)
  if ((await readWords(tx, { workspaceId, claimId: id }))?.isRefused) {
    throw new ApiError(409, 'Somebody who was there says that this is not you')
  }
  return id
}
