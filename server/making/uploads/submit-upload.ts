/** Accepts an upload: one transaction writes its row, its source and the job (spec 4.4, decision 27). */
import { type RawBuilder, sql } from 'kysely'
import { type Caller, sharerOf } from '../../people/caller/caller.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { type SecretKey, seal } from '../../platform/secrets.ts'
import { foldCase } from '../../platform/text.ts'
import { utc } from '../../platform/time.ts'
import { noTranscriber } from '../engines/engines.ts'
import { requireTemplate } from '../note-templates/note-templates.ts'
import type { MediaAddress, UploadFacts } from './given-upload.ts'
import type { SerializedTranscript } from './read-upload.ts'
import { addressOwner, processUploadJob } from './upload-source.ts'

/** Media in the store, from a resumable upload. */
export type StoredMedia = { file: string; bytes: number; contentType: string | null; fileName: string }

/** A recorder may send a transcript together with the address of the media. */
export type UploadContent =
  | { address: MediaAddress }
  | { transcript: SerializedTranscript; address?: MediaAddress }
  | { media: StoredMedia }

export type SubmitOptions = { now: Date; jobs: Pick<Jobs, 'send'>; secretKey: SecretKey }

/** The person who uploads. */
export type Uploader = { workspaceId: string; userId: string }

export const uploaderOf = ({ workspace, user }: Caller): Uploader => ({ workspaceId: workspace.id, userId: user.id })

/** @throws {ApiError} 400 for an event the uploader does not attend, a channel they are not in, an unknown template */
export async function submitUpload(
  tx: Tx,
  { now, jobs, secretKey }: SubmitOptions,
  uploader: Uploader,
  recordingId: string,
  facts: UploadFacts,
  content: UploadContent,
): Promise<void> {
  await requireOwnTargets(tx, uploader, facts)
  const target = await targetOf(tx, uploader, facts)
  const ids = { workspace_id: uploader.workspaceId, recording_id: recordingId }
  await tx
    .insertInto('uploads')
    .values({
      ...ids,
      submitted_by: uploader.userId,
      title: facts.title,
      title_folded: foldCase(facts.title),
      status: 'PENDING',
      event_guid: target.eventGuid,
      channel_id: facts.channelId,
      template_id: facts.templateId,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await tx
    .insertInto('upload_sources')
    .values({
      ...ids,
      language_code: facts.languageCode,
      started_at: facts.startedAt,
      participants: JSON.stringify(facts.participants),
      consent: facts.consent && JSON.stringify({ ...facts.consent, at: utc(facts.consent.at ?? now) }),
      note_id: target.noteId,
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
  await jobs.send(tx, processUploadJob, ids, { sharer: sharerOf(uploader.workspaceId, uploader.userId) })
}

const notAttended = 'must be a note that you attend'

/** A note of an event is found by the event, as other programs name it. */
async function targetOf(tx: Tx, { workspaceId }: Uploader, { eventGuid, noteId, within }: UploadFacts) {
  if (noteId === null) return { eventGuid, noteId }
  const note = await tx
    .selectFrom('notes')
    .select('event_guid')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', noteId)
    .forKeyShare()
    .executeTakeFirst()
  if (!note) throw invalid(`${within}.note_id`, notAttended)
  return note.event_guid !== null ? { eventGuid: note.event_guid, noteId: null } : { eventGuid, noteId }
}

/** @throws {ApiError} 422: media would only fail later (decision 27 on uploads) */
export async function rejectWithoutTranscriber(transcribes: () => Promise<boolean>): Promise<void> {
  if (!(await transcribes())) throw new ApiError(422, noTranscriber)
}

type Targets = Pick<UploadFacts, 'eventGuid' | 'noteId' | 'channelId' | 'templateId' | 'within'>

/** Without a note that was deleted, or that the uploader does not attend any more: the recording gets its own. */
export async function withoutLostNote<Facts extends Targets>(db: Db, uploader: Uploader, facts: Facts): Promise<Facts> {
  const { noteId } = facts
  return noteId === null || (await isInGroup(db, uploader, noteGroup(noteId))) ? facts : { ...facts, noteId: null }
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
  { eventGuid, noteId, channelId, templateId, within }: Targets,
): Promise<void> {
  const isIn = (group: RawBuilder<unknown>) => isInGroup(db, { workspaceId, userId }, group)
  if (eventGuid !== null && !(await isIn(sql`event_people where event_guid = ${eventGuid}`))) {
    throw invalid(`${within}.event_guid`, 'must be an event that you attend')
  }
  if (noteId !== null && !(await isIn(noteGroup(noteId)))) {
    throw invalid(`${within}.note_id`, notAttended)
  }
  if (channelId !== null && !(await isIn(sql`channel_members where channel_id = ${channelId}`))) {
    throw invalid(`${within}.channel_id`, 'must be a channel that you are in')
  }
  if (templateId !== null) await requireTemplate(db, workspaceId, templateId, `${within}.template_id`)
}
