/**
 * Writes the AI notes of a recording from its present transcript: the first ones (decision 55), or anew (decision 46 on
 * corrections). No transaction is open while the writer works; one at the end writes notes, items and history, so a
 * crash before it changes nothing. Only first notes are announced.
 */
import { sql } from 'kysely'
import { appendItems } from '../../meetings/notes/append-items.ts'
import { holdChange } from '../../meetings/notes/change-holds.ts'
import { indexText } from '../../meetings/text-index/index-text.ts'
import { sharerOf } from '../../people/caller/caller.ts'
import { keepFormerTexts } from '../../people/privacy/former-texts.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { RecapFacts, StoredAiNotes } from '../../platform/postgres/column-types.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { Clock } from '../../platform/time.ts'
import { isAwaited } from '../../webhooks/events/is-awaited.ts'
import type { NoteWriter, OnProgress, WrittenNotes } from '../engines/engines.ts'
import { announceFirstNotes } from '../writing/first-notes.ts'
import { findAccounts, storeNotes, toItems } from '../writing/store-notes.ts'
import { readWriterInput } from '../writing/writer-input.ts'
import { compareItems, type KnownItem } from './compare-items.ts'
import { formerNotes } from './former-texts.ts'
import { recordChange } from './history.ts'
import { lockRecording } from './lock-recording.ts'

export type RecordingIds = { workspaceId: string; recordingId: string }

export type WritingDeps = {
  db: Db
  clock: Clock
  jobs: Pick<Jobs, 'send'>
  holdSeconds: number
  noteWriter: NoteWriter
  /** The address of the service for people, for links in events. */
  publicUrl: string
}

export type WritingOptions = {
  /** Null: the operator's command. */
  userId: string | null
  /** Whether the notes are still wanted; called in the last transaction. It removes the request. */
  claim(tx: Tx): Promise<boolean>
  signal: AbortSignal
  /** False: if the model cannot answer now, the error is thrown, and the notes stay as they are. */
  isLastTry: boolean
  /** The recording never had notes; what they bring is announced. */
  isFirst?: boolean
  onProgress?: OnProgress
}

/** `unwanted`: the recording is deleted or has no transcript, or the notes are no longer wanted. */
export type Outcome =
  | { result: 'written'; generatedBy: string; created: number; removed: number }
  | { result: 'unwanted' }

/** @throws {EngineError} the notes cannot be written; the reason of the signal */
export async function rewriteNotes(deps: WritingDeps, ids: RecordingIds, options: WritingOptions): Promise<Outcome> {
  for (;;) {
    const meeting = await readMeeting(deps.db, ids)
    if (!meeting) return { result: 'unwanted' }
    const input = await readWriterInput(deps.db, meeting)
    const { title, started_at: startedAt, transcript } = meeting
    const sharer = options.userId === null ? '' : sharerOf(ids.workspaceId, options.userId)
    const notes = await deps.noteWriter.write(
      { title, startedAt, transcript, sharer, workspaceId: ids.workspaceId, ...input },
      options.signal,
      { isLastTry: options.isLastTry, replaces: !options.isFirst, onProgress: options.onProgress },
    )
    const outcome = await deps.db
      .transaction()
      .execute((tx) => storeRewritten(tx, deps, ids, options, meeting.version, notes))
    if (outcome) return outcome
    // The transcript was corrected meanwhile, so these notes would have the old names.
    options.signal.throwIfAborted()
  }
}

type MeetingRow = {
  workspace_id: string
  recording_id: string
  title: string
  transcript: string
  version: Buffer
  facts: RecapFacts
  event_guid: string | null
  series_id: string | null
  template_id: string | null
  /** Channel members see the recording already. */
  channel_id: null
  started_at: Date | null
}

const transcriptVersion = sql<Buffer>`sha256(convert_to(recording.transcript::text, 'UTF8'))`

async function readMeeting(db: Db, { workspaceId, recordingId }: RecordingIds): Promise<MeetingRow | undefined> {
  const { rows } = await sql<MeetingRow>`
    select recording.workspace_id, recording.id as recording_id, recording.title, ${transcriptVersion} as version,
      recording.transcript::text as transcript, recording.facts, note.event_guid, note.series_id, upload.template_id,
      null as channel_id, coalesce(recording.started_at, event.starts_at) as started_at
    from recordings recording
    join notes note on note.workspace_id = recording.workspace_id and note.id = recording.note_id
    left join events event on event.workspace_id = note.workspace_id and event.guid = note.event_guid
    left join uploads upload on upload.workspace_id = recording.workspace_id and upload.recording_id = recording.id
    where recording.workspace_id = ${workspaceId} and recording.id = ${recordingId}
      and recording.transcript is not null`.execute(db)
  return rows[0]
}

/** @returns null if the transcript has changed since the notes were written from it */
async function storeRewritten(
  tx: Tx,
  deps: WritingDeps,
  ids: RecordingIds,
  { userId, claim, isFirst = false }: WritingOptions,
  version: Buffer,
  notes: WrittenNotes,
): Promise<Outcome | null> {
  const { workspaceId, recordingId } = ids
  const now = deps.clock()
  await lockRecording(tx, workspaceId, recordingId)
  const before = await readBefore(tx, ids)
  if (!before) return { result: 'unwanted' }
  if (before.version === null || !before.version.equals(version)) return null
  if (!(await claim(tx))) return { result: 'unwanted' }
  const accounts = await findAccounts(tx, workspaceId, notes)
  await keepFormerTexts(tx, { workspaceId, userId, now }, () => formerNotes(recordingId, before.ai_notes))
  const awaited = await writeNotes(tx, now, ids, storeNotes(notes, accounts), notes.fallbackReason ?? null)
  const held = { workspace_id: workspaceId, kind: 'recording' as const, id: recordingId }
  // First notes have an event of their own.
  if (awaited && !isFirst) await holdChange(tx, { ...deps, now }, held)
  const known = await readItems(tx, workspaceId, before.note_id)
  const { created, removed } = compareItems(known, before.ai_notes, notes.actionItems)
  const items = toItems(created, accounts)
  const options = { jobs: deps.jobs, holdSeconds: deps.holdSeconds, now, workspaceId, quiet: !isFirst }
  await appendItems(tx, { ...options, actorId: userId ?? before.started_by, noteId: before.note_id }, items, removed)
  if (!isFirst) await recordChange(tx, now, ids, { userId, change: { ai_notes: 'written_anew' } })
  await indexText(tx)
  if (isFirst) {
    const to = { workspace_id: workspaceId, recording_id: recordingId }
    await announceFirstNotes(tx, { now, publicUrl: deps.publicUrl }, to)
  }
  return { result: 'written', generatedBy: notes.generatedBy, created: created.length, removed: removed.length }
}

async function writeNotes(
  tx: Tx,
  now: Date,
  { workspaceId, recordingId }: RecordingIds,
  notes: StoredAiNotes,
  notes_fallback: string | null,
): Promise<boolean> {
  const { awaited } = await tx
    .updateTable('recordings')
    .set({ ai_notes: JSON.stringify(notes), updated_at: sql`greatest(updated_at, ${now}::timestamptz)` })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', recordingId)
    .returning(isAwaited('recording.changed', workspaceId).as('awaited'))
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('uploads')
    .set({ notes_fallback })
    .where('workspace_id', '=', workspaceId)
    .where('recording_id', '=', recordingId)
    .execute()
  return awaited
}

type Before = { note_id: string; started_by: string | null; ai_notes: StoredAiNotes | null; version: Buffer | null }

async function readBefore(tx: Tx, { workspaceId, recordingId }: RecordingIds): Promise<Before | undefined> {
  const { rows } = await sql<Before>`
    select note_id, started_by, ai_notes, ${transcriptVersion} as version
    from recordings recording where workspace_id = ${workspaceId} and id = ${recordingId}`.execute(tx)
  return rows[0]
}

async function readItems(tx: Tx, workspaceId: string, noteId: string): Promise<KnownItem[]> {
  const { rows } = await sql<KnownItem>`
    select id, text, recording_offset,
      ai_generated and status = 'Incomplete' and updated_at = created_at as untouched
    from action_items where workspace_id = ${workspaceId} and note_id = ${noteId} order by created_at, id`.execute(tx)
  return rows
}
