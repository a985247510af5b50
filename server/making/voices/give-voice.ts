/** "This is me": a person gives their voice, which is read from the media of a recording (decision 62). */
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { recordAction } from '../../people/caller/audit.ts'
import type { Caller } from '../../people/caller/caller.ts'
import { recordingVisible } from '../../people/sight/visible.ts'
import type { Context } from '../../platform/context/context.ts'
import { ApiError, EngineError, invalid, notFound, serviceBusy } from '../../platform/errors.ts'
import type { StoredTranscript } from '../../platform/postgres/column-types.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { type MediaStore, StoreError, unavailable } from '../../platform/store/media-store.ts'
import { isStorable } from '../../platform/text.ts'
import type { SpeakerVoice, Transcriber } from '../engines/shared/engines.ts'
import { isNamedAsAnother } from './named-people.ts'
import { requireSelf } from './own-voice.ts'
import { thresholds } from './recognise-speakers.ts'
import { chooseSpans } from './spans.ts'
import { keepsVoices, openVoice, sealVoice } from './stored-voices.ts'
import { likeness, meanWith } from './vectors.ts'

/** More would hardly change the mean, and a voice changes over the years. */
const maxRecordings = 10

/** Below it two vectors are not of one person. */
const leastOfOnePerson = 0.4

/**
 * @throws {ApiError} 403 on behalf of others; 404 for a recording that the caller does not see; 400 for an unknown speaker;
 *   409 if the speaker is named as another person, or the voice cannot be read or is somebody else's
 */
export async function giveVoice(
  deps: Pick<Context, 'db' | 'clock' | 'secretKey' | 'store'> & { transcriber: () => Transcriber | null },
  request: FastifyRequest,
  recordingId: string,
  speaker: string,
): Promise<void> {
  const { caller } = request
  requireSelf(caller)
  const recording = await readRecording(deps.db, caller, recordingId)
  if (!(await keepsVoices(deps.db, caller.workspace.id))) throw new ApiError(409, 'This workspace keeps no voices')
  const { file } = recording
  const spans = spansOf(recording.transcript, speaker)
  const meeting = { ...recording, workspace_id: caller.workspace.id }
  if (await isNamedAsAnother(deps.db, meeting, speaker, caller.user.id)) {
    throw new ApiError(409, 'This speaker is named as somebody else; put the name right first')
  }
  if (file === null) throw new ApiError(409, 'The media of this recording are gone, so the voice cannot be read')
  const voice = await hearVoice(deps.transcriber(), deps.store, { ...recording, file }, spans)
  await storeVoice(deps, request, voice, { recordingId, speaker })
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
        .executeTakeFirst()
    : undefined
  if (!row) throw notFound('Recording')
  return row
}

function spansOf(transcript: StoredTranscript | null, speaker: string) {
  if (transcript === null) throw new ApiError(409, 'This recording has no transcript')
  const segments = transcript.speech_segments.filter((segment) => segment.speaker === speaker)
  if (segments.length === 0) throw invalid('body.speaker', 'is no speaker of this transcript')
  const spans = chooseSpans(segments)
  if (spans === null) throw new ApiError(409, 'This speaker says too little to know the voice by')
  return spans
}

type Spans = NonNullable<ReturnType<typeof chooseSpans>>
type Stored = { file: string; content_type: string | null; file_name: string | null }

/** A person waits for it, and transcriptions may have begun before. */
const waitMs = 60_000

async function hearVoice(
  transcriber: Transcriber | null,
  store: MediaStore,
  { file, content_type: contentType, file_name }: Stored,
  spans: Spans,
): Promise<SpeakerVoice> {
  const signal = AbortSignal.timeout(waitMs)
  try {
    await using media = await store.localFile(file, signal)
    const named = { path: media.path, bytes: media.bytes, contentType, fileName: file_name ?? '' }
    const [voice] = (await transcriber?.hearVoices?.(named, spans, signal)) ?? []
    if (voice) return voice
  } catch (error) {
    if (error instanceof StoreError) throw unavailable(error)
    if (error instanceof EngineError) throw new ApiError(409, error.message, { cause: error })
    throw signal.aborted ? serviceBusy(60) : error
  }
  throw new ApiError(409, 'No voice can be read: this server has no models for speakers, or there is no sound')
}

type NamedSpeaker = { recordingId: string; speaker: string }

function storeVoice(
  deps: Pick<Context, 'db' | 'clock' | 'secretKey'>,
  request: FastifyRequest,
  { model, vector }: SpeakerVoice,
  found: NamedSpeaker,
) {
  const { workspace, user } = request.caller
  return deps.db.transaction().execute(async (tx) => {
    // Voices are compared, so two people may not give one at the same moment; and they may be switched off meanwhile.
    await sql`select from workspaces where id = ${workspace.id} for no key update`.execute(tx)
    if (!(await keepsVoices(tx, workspace.id))) throw new ApiError(409, 'This workspace keeps no voices')
    const others = await readVoices(tx, deps, workspace.id, model)
    if (others.some((other) => other.userId !== user.id && likeness(other.vector, vector) >= thresholds.others)) {
      throw new ApiError(409, 'This is the voice of somebody else, as far as it can be told')
    }
    const own = others.find(({ userId }) => userId === user.id)
    if (own && likeness(own.vector, vector) < leastOfOnePerson) {
      throw new ApiError(409, 'This voice is not like the one that you gave before; delete that one first')
    }
    const weight = Math.min(own?.recordings ?? 0, maxRecordings - 1)
    await writeVoice(tx, deps, request.caller, {
      model,
      vector: own ? meanWith(own.vector, weight, vector) : vector,
      recordings: weight + 1,
    })
    const details = { recording_id: found.recordingId, speaker: found.speaker }
    await recordAction(tx, deps.clock(), request, { action: 'voice.give', details })
  })
}

async function readVoices(tx: Tx, { secretKey }: Pick<Context, 'secretKey'>, workspaceId: string, model: string) {
  const rows = await tx
    .selectFrom('voices')
    .select(['user_id', 'recordings', 'vector'])
    .where('workspace_id', '=', workspaceId)
    .where('model', '=', model)
    .where('vector', 'is not', null)
    .execute()
  return rows.map(({ user_id: userId, recordings, vector }) => {
    return { userId, recordings, vector: openVoice(secretKey, vector!, workspaceId, userId) }
  })
}

type SummedVoice = { model: string; vector: number[]; recordings: number }

/** A voice of another model is replaced. */
async function writeVoice(
  tx: Tx,
  deps: Pick<Context, 'clock' | 'secretKey'>,
  { workspace, user }: Caller,
  { model, vector, recordings }: SummedVoice,
) {
  const now = deps.clock()
  const sealed = sealVoice(deps.secretKey, vector, workspace.id, user.id)
  const changed = { model, vector: sealed, recordings, updated_at: now }
  await tx
    .insertInto('voices')
    .values({ workspace_id: workspace.id, user_id: user.id, created_at: now, ...changed })
    .onConflict((row) => row.columns(['workspace_id', 'user_id']).doUpdateSet(changed))
    .execute()
}
