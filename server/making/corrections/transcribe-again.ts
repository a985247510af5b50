/**
 * Transcribes a recording again (decision 46 on corrections). No transaction is open while the transcriber works; one at
 * the end stores words, history and index, and asks for new AI notes. A crash before it changes nothing.
 */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { followTranscript } from '../../meetings/decisions/follow-transcript.ts'
import { holdChange } from '../../meetings/notes/change-holds.ts'
import { indexText } from '../../meetings/text-index/index-text.ts'
import { sharerOf } from '../../people/caller/caller.ts'
import { keepFormerTexts } from '../../people/privacy/former-texts.ts'
import type { Context } from '../../platform/context/context.ts'
import type { StoredAiNotes } from '../../platform/postgres/column-types.ts'
import { findTemporaryFailure } from '../../platform/postgres/database-errors.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { isAwaited } from '../../webhooks/events/is-awaited.ts'
import type { Transcriber } from '../engines/shared/engines.ts'
import { requestProgress } from '../uploads/progress.ts'
import { type HeardMeeting, type RecordedMeeting, transcribeMedia } from '../uploads/transcribe-media.ts'
import { isRequested, untilGone } from '../uploads/until-gone.ts'
import { lockRecording } from '../writing/lock-recording.ts'
import { formerNotes } from '../writing/store-notes.ts'
import { forgetQuotes } from './edit-notes.ts'
import { formerSegments } from './former-texts.ts'
import { recordChange } from './history.ts'
import { insertRequest as requestNewNotes } from './notes-requests.ts'
import { retryOrEnd } from './retry-request.ts'
import { removeTranscriptionRequest, type TranscriptionIds, transcribeAgainJob } from './transcription-requests.ts'

type TranscriptionRequest = RecordedMeeting & {
  user_id: string
  language_code: string | null
  speakers: number | null
  model: string | null
  requested_at: Date
  failures: number
  has_transcript: boolean
}

/** Without a request there is nothing to do: the recording was deleted, or somebody corrected it meanwhile. */
export async function transcribeAgain(
  deps: Pick<Context, 'db' | 'clock' | 'log' | 'jobs' | 'secretKey' | 'store' | 'threads'> & {
    holdSeconds: number
    /** Aborted when the process stops; then another worker transcribes. */
    stopping: AbortSignal
    transcriber: Transcriber | null
    retryDelaysSeconds: number[]
  },
  ids: TranscriptionIds,
): Promise<void> {
  const { db, stopping } = deps
  const request = await loadRequest(db, ids)
  if (!request) return
  if (request.media_file === null || !request.has_transcript) return endRequest(db, request)
  try {
    const progress = requestProgress(deps, 'transcription_requests', ids)
    const onProgress = (done: number) => progress.tell(done)
    const sharer = sharerOf(request.workspace_id, request.user_id)
    const heard = await untilGone(isRequested(db, 'transcription_requests', ids), stopping, (signal) =>
      transcribeMedia(deps, request, request, signal, { onProgress, sharer }),
    )
    if (heard) await db.transaction().execute((tx) => storeWords(tx, deps, request, heard))
  } catch (error) {
    if (stopping.aborted || findTemporaryFailure(error)) throw error
    await retryOrEnd(deps, { table: 'transcription_requests', ids, ...request }, error, {
      sentence: 'A recording could not be transcribed again',
      job: transcribeAgainJob,
      change: { transcript: 'failed' },
      end: (tx) => removeTranscriptionRequest(tx, ids, request.requested_at),
    })
  }
}

async function loadRequest(
  db: Db,
  { workspace_id, recording_id }: TranscriptionIds,
): Promise<TranscriptionRequest | undefined> {
  const { rows } = await sql<TranscriptionRequest>`
    select request.workspace_id, request.recording_id, request.user_id, request.language_code, request.speakers,
      request.model, request.requested_at, request.failures, recording.title, recording.facts, note.event_guid,
      recording.transcript is not null as has_transcript,
      media.file as media_file, media.content_type as media_type, media.file_name as media_name
    from transcription_requests request
    join recordings recording on recording.workspace_id = request.workspace_id and recording.id = request.recording_id
    join notes note on note.workspace_id = recording.workspace_id and note.id = recording.note_id
    left join recording_media media
      on media.workspace_id = request.workspace_id and media.recording_id = request.recording_id
    where request.workspace_id = ${workspace_id} and request.recording_id = ${recording_id}`.execute(db)
  return rows[0]
}

const endRequest = (db: Db, request: TranscriptionRequest) =>
  db.transaction().execute(async (tx) => void (await removeTranscriptionRequest(tx, request, request.requested_at)))

async function storeWords(
  tx: Tx,
  deps: Pick<Context, 'clock' | 'jobs' | 'threads'> & { holdSeconds: number },
  request: TranscriptionRequest,
  heard: HeardMeeting,
): Promise<void> {
  const { workspace_id: workspaceId, recording_id: recordingId, user_id: userId } = request
  await lockRecording(tx, workspaceId, recordingId)
  if (!(await removeTranscriptionRequest(tx, request, request.requested_at))) return
  const stored = await readFormer(tx, request)
  if (!stored) return
  const { former, ai_notes } = stored
  // The segments are others now, whatever their words.
  const left = ai_notes && forgetQuotes(ai_notes, [])
  const aiNotes = isDeepStrictEqual(left, ai_notes) ? null : left
  const now = deps.clock()
  await keepFormerTexts(tx, { workspaceId, userId, now }, async () => [
    ...(await formerSegments(tx, workspaceId, recordingId, heard.transcript)),
    ...(aiNotes ? formerNotes(recordingId, ai_notes) : []),
  ])
  const { awaited } = await tx
    .updateTable('recordings')
    .set({
      transcript: heard.transcript,
      words: heard.words,
      ...(aiNotes && { ai_notes: JSON.stringify(aiNotes) }),
      updated_at: sql`greatest(updated_at, ${now}::timestamptz)`,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', recordingId)
    .returning(isAwaited('recording.changed', workspaceId).as('awaited'))
    .executeTakeFirstOrThrow()
  await followTranscript(tx, deps, { workspaceId, recordingId, sharer: undefined, now, mayForget: true })
  const held = { workspace_id: workspaceId, kind: 'recording' as const, id: recordingId }
  if (awaited) await holdChange(tx, { ...deps, now }, held)
  const change = { transcript: 'transcribed_again' as const, ...(former !== '' && { former_transcript: former }) }
  await recordChange(tx, now, { workspaceId, recordingId }, { userId, change })
  await indexText(tx)
  await requestNewNotes(tx, deps, { workspace_id: workspaceId, recording_id: recordingId }, userId)
}

/** Two hours of speech; the history of a longer recording keeps its beginning. */
const maxFormerCharacters = 100_000

/** @returns the words, a line a segment, and the notes; undefined if the transcript was deleted meanwhile */
async function readFormer(tx: Tx, { workspace_id, recording_id }: TranscriptionIds) {
  const { rows } = await sql<{ former: string; ai_notes: StoredAiNotes | null }>`
    select coalesce((select left(string_agg(concat_ws(': ', nullif(segment ->> 'speaker', ''), segment ->> 'text'), E'\n'
        order by number), ${sql.lit(maxFormerCharacters)})
      from json_array_elements(transcript -> 'speech_segments') with ordinality stored (segment, number)), '') as former,
      ai_notes
    from recordings where workspace_id = ${workspace_id} and id = ${recording_id} and transcript is not null`.execute(
    tx,
  )
  return rows[0]
}
