/** Accepts an upload: one transaction writes its row, its source and the job (spec 4.4, decision 27). */
import { type RawBuilder, sql } from 'kysely'
import { type Caller, sharerOf } from '../../people/caller/caller.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { type SecretKey, seal } from '../../platform/secrets.ts'
import { foldCase } from '../../platform/text.ts'
import { noTranscriber } from '../engines/shared/engines.ts'
import { requireTemplate } from '../note-templates/note-templates.ts'
import { type MediaAddress, type NotesOnly, type Targets, type UploadFields, withConsentTime } from './given-upload.ts'
import type { SerializedTranscript } from './read-upload.ts'
import { addressOwner, jobOfStage } from './upload-source.ts'

/** Media in the store, from a resumable upload. */
export type StoredMedia = { file: string; bytes: number; contentType: string | null; fileName: string }

/** A recorder may send a transcript together with the address of the media. */
export type UploadContent =
  | { address: MediaAddress }
  | { transcript: SerializedTranscript; address?: MediaAddress }
  | { media: StoredMedia }
  | NotesOnly

export type SubmitOptions = { now: Date; jobs: Pick<Jobs, 'send'>; secretKey: SecretKey }

/** The person who uploads. */
export type Uploader = { workspaceId: string; userId: string }

export const uploaderOf = ({ workspace, user }: Caller): Uploader => ({ workspaceId: workspace.id, userId: user.id })

/**
 * @throws {ApiError} 400 for an event the uploader does not attend, a channel they are not in, an unknown template; 409 for
 *   an import that another request sends at this moment
 */
export async function submitUpload(
  tx: Tx,
  { now, jobs, secretKey }: SubmitOptions,
  uploader: Uploader,
  recordingId: string,
  { title, targets, facts, mayWait, imported = null }: UploadFields,
  content: UploadContent,
): Promise<void> {
  await keepTargets(tx, uploader, targets)
  await requireOwnTargets(tx, uploader, targets)
  const { event_guid, note_id } = await noteOf(tx, uploader, targets)
  const ids = { workspace_id: uploader.workspaceId, recording_id: recordingId }
  const { numInsertedOrUpdatedRows: inserted } = await tx
    .insertInto('uploads')
    .values({
      ...ids,
      submitted_by: uploader.userId,
      title,
      title_folded: foldCase(title),
      status: 'PENDING',
      event_guid,
      channel_id: targets.channel_id,
      template_id: targets.template_id,
      import_key: imported?.key ?? null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'submitted_by', 'import_key'])
        .where(sql<boolean>`import_key is not null and status <> 'FAILED'`)
        .doNothing(),
    )
    .executeTakeFirst()
  if (inserted === 0n) throw new ApiError(409, 'The same import is being sent by another request')
  await tx
    .insertInto('upload_sources')
    .values({
      ...ids,
      facts: JSON.stringify(withConsentTime(facts, now)),
      note_id,
      ...(imported?.notes && { written_notes: JSON.stringify(imported.notes) }),
      ...(mayWait && { waits: false }),
      ...('address' in content && { address: seal(secretKey, JSON.stringify(content.address), addressOwner(ids)) }),
      ...('transcript' in content && {
        transcript: Buffer.from(content.transcript.json.buffer),
        duration_seconds: content.transcript.durationSeconds,
      }),
      ...('media' in content && {
        media_file: content.media.file,
        media_type: content.media.contentType,
        media_name: content.media.fileName,
        media_bytes: content.media.bytes,
      }),
    })
    .execute()
  await jobs.send(tx, jobOfStage('transcript' in content), ids, {
    sharer: sharerOf(uploader.workspaceId, uploader.userId),
  })
}

/** Until the upload refers to them nobody deletes its event and its channel; those that just were are found missing. */
async function keepTargets(tx: Tx, { workspaceId }: Uploader, { event_guid, channel_id }: Targets): Promise<void> {
  await sql`select from events where workspace_id = ${workspaceId} and guid = ${event_guid} for key share`.execute(tx)
  await sql`select from channels where workspace_id = ${workspaceId} and id = ${channel_id} for key share`.execute(tx)
}

const notAttended = 'must be a note that you attend'

/** A note of an event is found by the event, as other programs name it. */
async function noteOf(tx: Tx, { workspaceId }: Uploader, { event_guid, note_id, within }: Targets) {
  if (note_id === null) return { event_guid, note_id }
  const note = await tx
    .selectFrom('notes')
    .select('event_guid')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', note_id)
    .forKeyShare()
    .executeTakeFirst()
  if (!note) throw invalid(`${within}.note_id`, notAttended)
  return note.event_guid !== null ? { event_guid: note.event_guid, note_id: null } : { event_guid, note_id }
}

/** @throws {ApiError} 422: media that may not wait would only fail later (decision 27 on uploads) */
export async function rejectWithoutTranscriber(
  transcribes: () => Promise<boolean>,
  { mayWait }: Pick<UploadFields, 'mayWait'>,
): Promise<void> {
  if (!mayWait && !(await transcribes())) throw new ApiError(422, noTranscriber)
}

/** Without a note that was deleted, or that the uploader does not attend any more: the recording gets its own. */
export async function withoutLostNote(db: Db, uploader: Uploader, targets: Targets): Promise<Targets> {
  const { note_id } = targets
  return note_id === null || (await isInGroup(db, uploader, noteGroup(note_id)))
    ? targets
    : { ...targets, note_id: null }
}

const noteGroup = (noteId: string) => sql`note_attendees where note_id = ${noteId}`

async function isInGroup(db: Db, { workspaceId, userId }: Uploader, group: RawBuilder<unknown>): Promise<boolean> {
  const those = sql`select from ${group} and workspace_id = ${workspaceId} and user_id = ${userId}`
  return (await those.execute(db)).rows.length > 0
}

/**
 * A super admin key also writes only to events and channels of its owner (decision 18 on edit rights). Templates are
 * for everyone.
 */
export async function requireOwnTargets(
  db: Db,
  { workspaceId, userId }: Uploader,
  { event_guid, note_id, channel_id, template_id, within }: Targets,
): Promise<void> {
  const isIn = (group: RawBuilder<unknown>) => isInGroup(db, { workspaceId, userId }, group)
  if (event_guid !== null && !(await isIn(sql`event_people where event_guid = ${event_guid}`))) {
    throw invalid(`${within}.event_guid`, 'must be an event that you attend')
  }
  if (note_id !== null && !(await isIn(noteGroup(note_id)))) {
    throw invalid(`${within}.note_id`, notAttended)
  }
  if (channel_id !== null && !(await isIn(sql`channel_members where channel_id = ${channel_id}`))) {
    throw invalid(`${within}.channel_id`, 'must be a channel that you are in')
  }
  if (template_id !== null) await requireTemplate(db, workspaceId, template_id, `${within}.template_id`)
}
