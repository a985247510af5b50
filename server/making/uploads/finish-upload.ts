/**
 * The last stage of an upload: one transaction creates the recording, note, action items, publication and events
 * (decisions 28 on upload states, 29 on the note of an upload, 40 on recipients). Without notes it requests them; items
 * and events come with them (decision 55). An import makes no items, and is announced to nobody
 * (docs/decisions/imports.md).
 */
import { sql } from 'kysely'
import type { HoldOptions } from '../../meetings/action-items/hold.ts'
import { keepDetected } from '../../meetings/decisions/keep-detected.ts'
import { announceThing } from '../../meetings/notes/announce-things.ts'
import { appendItems } from '../../meetings/notes/append-items.ts'
import { ensureNote } from '../../meetings/notes/ensure-note.ts'
import { announceAiNotes } from '../../meetings/recordings/recap-events/announce-ai-notes.ts'
import { indexText } from '../../meetings/text-index/index-text.ts'
import { changeSight } from '../../people/caller/change-sight.ts'
import { publish } from '../../people/sight/sharing/publish.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { foldCase } from '../../platform/text.ts'
import { actByRulesJob, type NewRecording } from '../rules/act-on-recording.ts'
import { requestFirstNotes } from '../writing/first-notes.ts'
import { type Accounts, findAccounts, storeNotes, toItems } from '../writing/store-notes.ts'
import { endedAt, type Source, sendNext } from './upload-source.ts'

/** The context of the steps below. */
type FinishContext = {
  tx: Tx
  options: HoldOptions
  source: Source
  upload: Upload
  noteId: string
  accounts: Accounts
}
type Upload = NonNullable<Awaited<ReturnType<typeof lockUpload>>>

export async function finishUpload(
  deps: Pick<Context, 'db' | 'clock' | 'jobs'> & { holdSeconds: number; publicUrl: string },
  source: Source,
): Promise<void> {
  const { clock, jobs, holdSeconds, publicUrl } = deps
  const { workspace_id: workspaceId, recording_id: recordingId } = source
  await changeSight(deps.db, workspaceId, async (tx) => {
    const upload = await lockUpload(tx, source)
    if (!upload) return
    const notes = source.written_notes
    // The retention changed meanwhile, and the transcript will not be kept: the stages begin again.
    if (!notes && upload.retention === 'zero_day') return sendNext(tx, jobs, source)
    const now = clock()
    const target = { workspaceId, eventGuid: source.event_guid, title: source.title, createdBy: upload.submitted_by }
    const noteId = source.note_id ?? (await ensureNote(tx, now, target))
    const accounts = notes ? await findAccounts(tx, workspaceId, notes) : new Map()
    const context: FinishContext = {
      tx,
      options: { jobs, holdSeconds, now, workspaceId },
      source,
      upload,
      noteId,
      accounts,
    }
    await insertRecording(context)
    await insertMedia(context)
    // Before the items: who reads it by then hears of its decisions.
    const channelId = await publishRecording(context)
    await addItems(context)
    await markSuccess(context)
    await indexText(tx)
    if (upload.import_key !== null) return notes ? undefined : requestFirstNotes(tx, deps, source)
    await jobs.send(tx, actByRulesJob, { workspace_id: workspaceId, recording_id: recordingId } satisfies NewRecording)
    const recording = { kind: 'recording' as const, id: recordingId }
    await announceThing(tx, { now, publicUrl }, workspaceId, 'recording.ready', { ...recording, key: '' })
    if (!notes) return requestFirstNotes(tx, deps, source)
    const published = channelId === null ? [] : [{ ...recording, channelId }]
    await announceAiNotes(tx, { now, publicUrl }, workspaceId, [{ ...recording, channelId: null }, ...published])
  })
}

/** Undefined if another worker has finished it, or if its submitter is being erased, which deletes it (decision 50). */
function lockUpload(tx: Tx, { workspace_id, recording_id }: Source) {
  return tx
    .selectFrom('uploads as upload')
    .innerJoin('workspaces as workspace', 'workspace.id', 'upload.workspace_id')
    .innerJoin('users as submitter', (join) =>
      join
        .onRef('submitter.workspace_id', '=', 'upload.workspace_id')
        .onRef('submitter.id', '=', 'upload.submitted_by'),
    )
    .where('submitter.erased_at', 'is', null)
    .select(['upload.submitted_by', 'upload.channel_id', 'upload.import_key', 'workspace.retention'])
    .where('upload.workspace_id', '=', workspace_id)
    .where('upload.recording_id', '=', recording_id)
    .where('upload.status', '=', 'PENDING')
    .forUpdate('upload')
    .executeTakeFirst()
}

/** Zero-day retention stores neither transcript nor media (decision 29b). */
async function insertRecording({
  tx,
  options: { now },
  source,
  upload,
  noteId,
  accounts,
}: FinishContext): Promise<void> {
  const { duration_seconds, written_notes } = source
  const { language_code: _, own_microphone: __, started_at, ...facts } = source.facts
  const startedMs = started_at === undefined ? null : Date.parse(started_at)
  const endedMs = startedMs !== null && duration_seconds !== null ? startedMs + duration_seconds * 1_000 : null
  await tx
    .insertInto('recordings')
    .values({
      workspace_id: source.workspace_id,
      id: source.recording_id,
      note_id: noteId,
      title: source.title,
      title_folded: foldCase(source.title),
      created_at: now,
      updated_at: now,
      started_at: startedMs === null ? null : new Date(startedMs),
      ended_at: endedMs === null ? null : new Date(endedMs),
      started_by: upload.submitted_by,
      ...(upload.retention === 'standard' && {
        transcript: partOf(source, 'transcript'),
        words: partOf(source, 'words'),
      }),
      ai_notes: written_notes && JSON.stringify(storeNotes(written_notes, accounts)),
      facts: JSON.stringify(facts),
    })
    .execute()
}

/** PostgreSQL copies the value from row to row. */
const partOf = ({ workspace_id, recording_id }: Source, part: 'transcript' | 'words') => sql<string>`(
  select ${sql.ref(part)} from upload_sources where workspace_id = ${workspace_id} and recording_id = ${recording_id})`

/** From the stored row: media may have followed since the source was read (docs/decisions/imports.md). */
async function insertMedia({ tx, source: { workspace_id, recording_id }, upload }: FinishContext): Promise<void> {
  if (upload.retention === 'zero_day') return
  await sql`insert into recording_media (workspace_id, recording_id, file, media_bytes, content_type, file_name)
    select workspace_id, recording_id, media_file, media_bytes, media_type, media_name from upload_sources
    where workspace_id = ${workspace_id} and recording_id = ${recording_id} and media_file is not null`.execute(tx)
}

/** Items and decisions. */
async function addItems({ tx, options, source, upload, noteId, accounts }: FinishContext): Promise<void> {
  if (!source.written_notes || upload.import_key !== null) return
  const items = toItems(source.written_notes.actionItems, accounts)
  await appendItems(tx, { ...options, actorId: upload.submitted_by, noteId }, items)
  const { recording_id: recordingId, written_notes } = source
  await keepDetected(tx, { ...options, recordingId }, written_notes.decisions ?? [])
}

/** Publishes if the uploader is still a member of the channel and attends the meeting. @returns the channel, or null */
async function publishRecording({ tx, source, upload }: FinishContext): Promise<string | null> {
  const { workspace_id: workspaceId, recording_id } = source
  const { channel_id: channelId, submitted_by: byUserId } = upload
  const thing = { kind: 'recording' as const, id: recording_id }
  if (channelId === null || !(await isMember(tx, workspaceId, channelId, byUserId))) return null
  if (!(await attends(tx, workspaceId, recording_id, byUserId))) return null
  await publish(tx, { workspaceId, thing, channelId, byUserId, awaitsNotes: !source.written_notes })
  return channelId
}

async function isMember(tx: Tx, workspaceId: string, channelId: string, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('channel_members')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('channel_id', '=', channelId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** A publication by a person who does not attend shows nothing (decision 17), but tells the channel that the meeting exists. */
async function attends(tx: Tx, workspaceId: string, recordingId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from recording_attendees
    where workspace_id = ${workspaceId} and recording_id = ${recordingId} and user_id = ${userId}`.execute(tx)
  return rows.length > 0
}

async function markSuccess({ tx, options: { now }, source }: FinishContext): Promise<void> {
  const { workspace_id, recording_id, written_notes } = source
  await tx
    .deleteFrom('upload_sources')
    .where('workspace_id', '=', workspace_id)
    .where('recording_id', '=', recording_id)
    .execute()
  await tx
    .updateTable('uploads')
    .set({ status: 'SUCCESS', updated_at: endedAt(now), notes_fallback: written_notes?.fallbackReason ?? null })
    .where('workspace_id', '=', workspace_id)
    .where('recording_id', '=', recording_id)
    .execute()
}
