/** Requests to transcribe a recording again (decision 46 on corrections). */
import { sql } from 'kysely'
import { type Caller, sharerOf } from '../../people/caller/caller.ts'
import type { Context } from '../../platform/context/context.ts'
import { ApiError, invalid, notFound } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { noTranscriber } from '../engines/shared/engines.ts'
import { lockForEdit } from './lock-recording.ts'
import { staleBefore } from './notes-requests.ts'

/** The job that transcribes one recording again; its data are `TranscriptionIds`. */
export const transcribeAgainJob = 'transcribe-again'

export type TranscriptionIds = { workspace_id: string; recording_id: string }

/** `speakers`: how many people speak; null: unknown. `model`: null: the one of the settings. */
export type WantedTranscription = {
  languageCode: string | null
  speakers: number | null
  model: string | null
  replaceCorrections: boolean
}

/**
 * @throws {ApiError} 404, 403 without the edit right of the note; 404 without a transcript or media; 422 without a
 *   transcriber; 400 for an unknown model; 409 while it is transcribed again already, and if corrections by hand would be lost
 */
export async function requestTranscription(
  {
    db,
    clock,
    jobs,
    transcribes,
  }: Pick<Context, 'db' | 'clock' | 'jobs'> & { transcribes(model?: string): Promise<boolean> },
  caller: Caller,
  recordingId: string,
  { languageCode, speakers, model, replaceCorrections }: WantedTranscription,
): Promise<void> {
  const isReady = await transcribes()
  const isModel = model === null || (await transcribes(model))
  await db.transaction().execute(async (tx) => {
    const { id, has_transcript } = await lockForEdit(tx, caller, recordingId)
    const ids = { workspace_id: caller.workspace.id, recording_id: id }
    // A transcript that was deleted stays deleted.
    if (!has_transcript) throw notFound('Transcript')
    if (!(await hasMedia(tx, ids))) throw notFound('Media')
    if (!isReady) throw new ApiError(422, noTranscriber)
    if (!isModel) throw invalid('body.model', 'is no installed model for words')
    const wanted = {
      user_id: caller.user.id,
      language_code: languageCode,
      speakers,
      model,
      requested_at: clock(),
      failures: 0,
      stage_done: null,
    }
    if (!(await insertRequest(tx, ids, wanted))) {
      throw new ApiError(409, 'The recording is being transcribed again already')
    }
    const lost = replaceCorrections ? null : describeCorrections(await countCorrections(tx, ids))
    if (lost) throw new ApiError(409, `${lost} would be lost; send replace_corrections: true to replace them`)
    await jobs.send(tx, transcribeAgainJob, ids, { sharer: sharerOf(ids.workspace_id, caller.user.id) })
  })
}

async function hasMedia(tx: Tx, ids: TranscriptionIds): Promise<boolean> {
  const { rows } = await sql`select from recording_media where ${isOf(ids)}`.execute(tx)
  return rows.length > 0
}

type NewRequest = {
  user_id: string
  language_code: string | null
  speakers: number | null
  model: string | null
  requested_at: Date
  failures: number
  stage_done: null
}

/** @returns false if there is one that is not stale */
async function insertRequest(tx: Tx, ids: TranscriptionIds, wanted: NewRequest): Promise<boolean> {
  const taken = await tx
    .insertInto('transcription_requests')
    .values({ ...ids, ...wanted })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'recording_id'])
        .doUpdateSet(wanted)
        .where('transcription_requests.requested_at', '<', staleBefore(wanted.requested_at)),
    )
    .returning('recording_id')
    .executeTakeFirst()
  return taken !== undefined
}

/**
 * @param requestedAt  only the request of this time
 * @returns false if it does not exist any more: withdrawn, or carried out by another worker
 */
export async function removeTranscriptionRequest(tx: Tx, ids: TranscriptionIds, requestedAt?: Date): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('transcription_requests')
    .where(isOf(ids))
    .$if(requestedAt !== undefined, (query) => query.where('requested_at', '=', requestedAt!))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

const isOf = ({ workspace_id, recording_id }: TranscriptionIds) =>
  sql<boolean>`workspace_id = ${workspace_id} and recording_id = ${recording_id}`

type Corrections = { words: number; notes: boolean }

/** What people corrected by hand, which another transcription would replace: the history has it. `words` are renames and corrected segments; `notes`: AI notes that a person edited. */
async function countCorrections(
  tx: Tx,
  { workspace_id, recording_id }: { workspace_id: string; recording_id: string },
): Promise<Corrections> {
  const { rows } = await sql<Corrections>`
    with history as (
      select at, change from recording_changes where workspace_id = ${workspace_id} and recording_id = ${recording_id})
    select coalesce(sum(coalesce(jsonb_array_length(change -> 'speakers'), 0)
        + coalesce(jsonb_array_length(change -> 'segments'), 0)
        + coalesce((change ->> 'segments_left_out')::integer, 0)) filter (where not exists (
          select from history later where later.at > entry.at and later.change ->> 'transcript' = 'transcribed_again')),
        0)::integer as words,
      coalesce(bool_or(change ->> 'ai_notes' = 'edited' and not exists (
        select from history later where later.at > entry.at and later.change ->> 'ai_notes' = 'written_anew')),
        false) as notes
    from history entry`.execute(tx)
  return rows[0]!
}

/** The beginning of a sentence; null if nothing was corrected. */
function describeCorrections({ words, notes }: Corrections): string | null {
  const lost = [
    ...(words > 0 ? [`${words} ${words === 1 ? 'correction' : 'corrections'} of words and speakers`] : []),
    ...(notes ? ['AI notes that a person edited'] : []),
  ]
  return lost.length > 0 ? lost.join(' and ') : null
}
