/**
 * Writes AI notes of a recording from its present transcript. No transaction is open while the writer works; one at the
 * end stores notes and items, so a crash before it changes nothing.
 */
import { sql } from 'kysely'
import { keepDetected } from '../../meetings/decisions/keep-detected.ts'
import { appendItems } from '../../meetings/notes/append-items.ts'
import { indexText } from '../../meetings/text-index/index-text.ts'
import { sharerOf } from '../../people/caller/caller.ts'
import { keepFormerTexts } from '../../people/privacy/former-texts.ts'
import type { Context } from '../../platform/context/context.ts'
import type { RecapFacts, StoredAiNotes } from '../../platform/postgres/column-types.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { isAwaited } from '../../webhooks/events/is-awaited.ts'
import type { NoteWriter, OnProgress, WrittenNotes } from '../engines/shared/engines.ts'
import { compareItems, type KnownItem } from './compare-items.ts'
import { lockRecording } from './lock-recording.ts'
import { type Accounts, findAccounts, formerNotes, storeNotes, toItems } from './store-notes.ts'
import { readWriterInput } from './writer-input.ts'

export type RecordingIds = { workspaceId: string; recordingId: string }

export type WritingDeps = Pick<Context, 'db' | 'clock' | 'jobs'> & {
  holdSeconds: number
  /** Of the operator; '' for none. */
  notesLanguage: string
  noteWriter: NoteWriter
  /** The address of the service for people, for links in events. */
  publicUrl: string
}

export type WritingOptions = {
  /** Who asked for them; null: the operator's command, or nobody, as for first notes. */
  userId: string | null
  /** Whether the notes are still wanted; called in the last transaction. It removes the request. */
  claim(tx: Tx): Promise<boolean>
  signal: AbortSignal
  /** False: the error is thrown if the model cannot answer now. Notes that are there stay in any case. */
  isLastTry: boolean
  onProgress?: OnProgress
}

/** `unwanted`: the recording is deleted or has no transcript, or the notes are no longer wanted. */
export type Outcome =
  | { result: 'written'; generatedBy: string; created: number; removed: number }
  | { result: 'unwanted' }

/** Notes that were written, in the transaction that stores them. The recording and its note are locked. */
export type NewNotes = RecordingIds & {
  tx: Tx
  now: Date
  userId: string | null
  before: { note_id: string; started_by: string | null; ai_notes: StoredAiNotes | null }
  notes: WrittenNotes
  accounts: Accounts
}

/** Stores the notes and their items, by the functions below. */
type Store = (fresh: NewNotes) => Promise<{ created: number; removed: number }>

/** @throws {EngineError} the notes cannot be written; the reason of the signal */
export async function writeFromTranscript(
  deps: WritingDeps,
  ids: RecordingIds,
  options: WritingOptions,
  store: Store,
): Promise<Outcome> {
  for (;;) {
    const meeting = await readMeeting(deps.db, ids)
    if (!meeting) return { result: 'unwanted' }
    const input = await readWriterInput(deps, meeting)
    const { title, started_at: startedAt, transcript } = meeting
    const sharer = options.userId === null ? '' : sharerOf(ids.workspaceId, options.userId)
    const notes = await deps.noteWriter.write(
      { title, startedAt, transcript, sharer, workspaceId: ids.workspaceId, ...input },
      options.signal,
      { isLastTry: options.isLastTry, replaces: meeting.has_notes, onProgress: options.onProgress },
    )
    const outcome = await deps.db
      .transaction()
      .execute((tx) => storeIfWanted(tx, deps.clock(), ids, options, { version: meeting.version, notes, store }))
    if (outcome) return outcome
    // The transcript was corrected meanwhile, so these notes would have the old names; or another language is wanted.
    options.signal.throwIfAborted()
  }
}

type MeetingRow = {
  workspace_id: string
  recording_id: string
  title: string
  transcript: string
  has_notes: boolean
  version: Buffer
  facts: RecapFacts
  event_guid: string | null
  series_id: string | null
  template_id: string | null
  submitted_by: string | null
  started_at: Date | null
}

/** Of what notes are written from, and null without a transcript. */
const sourceVersion = sql<Buffer>`sha256(convert_to(
  concat(recording.facts ->> 'notes_language', ' ') || recording.transcript::text, 'UTF8'))`

async function readMeeting(db: Db, { workspaceId, recordingId }: RecordingIds): Promise<MeetingRow | undefined> {
  const { rows } = await sql<MeetingRow>`
    select recording.workspace_id, recording.id as recording_id, recording.title, ${sourceVersion} as version,
      recording.transcript::text as transcript, recording.facts, recording.ai_notes is not null as has_notes,
      note.event_guid, note.series_id, upload.template_id, recording.started_by as submitted_by,
      coalesce(recording.started_at, event.starts_at) as started_at
    from recordings recording
    join notes note on note.workspace_id = recording.workspace_id and note.id = recording.note_id
    left join events event on event.workspace_id = note.workspace_id and event.guid = note.event_guid
    left join uploads upload on upload.workspace_id = recording.workspace_id and upload.recording_id = recording.id
    where recording.workspace_id = ${workspaceId} and recording.id = ${recordingId}
      and recording.transcript is not null`.execute(db)
  return rows[0]
}

type Written = { version: Buffer; notes: WrittenNotes; store: Store }

/** @returns null if the transcript has changed since the notes were written from it */
async function storeIfWanted(
  tx: Tx,
  now: Date,
  ids: RecordingIds,
  { userId, claim }: WritingOptions,
  { version, notes, store }: Written,
): Promise<Outcome | null> {
  await lockRecording(tx, ids.workspaceId, ids.recordingId)
  const before = await readBefore(tx, ids)
  if (!before) return { result: 'unwanted' }
  if (before.version === null || !before.version.equals(version)) return null
  if (!(await claim(tx))) return { result: 'unwanted' }
  const accounts = await findAccounts(tx, ids.workspaceId, notes)
  const counts = await store({ tx, now, ...ids, userId, before, notes, accounts })
  return { result: 'written', generatedBy: notes.generatedBy, ...counts }
}

/** @returns whether somebody hears of changes of the recording */
export async function setNotes({ tx, now, userId, notes, accounts, before, ...ids }: NewNotes): Promise<boolean> {
  const { workspaceId, recordingId } = ids
  await keepFormerTexts(tx, { workspaceId, userId, now }, () => formerNotes(recordingId, before.ai_notes))
  const { awaited } = await tx
    .updateTable('recordings')
    .set({
      ai_notes: JSON.stringify(storeNotes(notes, accounts)),
      updated_at: sql`greatest(updated_at, ${now}::timestamptz)`,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', recordingId)
    .returning(isAwaited('recording.changed', workspaceId).as('awaited'))
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('uploads')
    .set({ notes_fallback: notes.fallbackReason ?? null })
    .where('workspace_id', '=', workspaceId)
    .where('recording_id', '=', recordingId)
    .execute()
  return awaited
}

/**
 * Adds the items that the note does not have, and removes those that the notes before had found; likewise of decisions what
 * nobody has made, confirmed or changed. Indexes all of it.
 */
export async function setItems(
  { tx, now, workspaceId, recordingId, userId, notes, accounts, before }: NewNotes,
  { jobs, holdSeconds }: WritingDeps,
  quiet: boolean,
): Promise<{ created: number; removed: number }> {
  const known = await readItems(tx, workspaceId, before.note_id)
  const { created, removed } = compareItems(known, before.ai_notes, notes.actionItems)
  const by = { actorId: userId ?? before.started_by, noteId: before.note_id }
  await appendItems(tx, { jobs, holdSeconds, now, workspaceId, quiet, ...by }, toItems(created, accounts), removed)
  await keepDetected(tx, { workspaceId, recordingId, now, jobs, holdSeconds }, notes.decisions ?? [])
  await indexText(tx)
  return { created: created.length, removed: removed.length }
}

async function readBefore(
  tx: Tx,
  { workspaceId, recordingId }: RecordingIds,
): Promise<(NewNotes['before'] & { version: Buffer | null }) | undefined> {
  const { rows } = await sql<NewNotes['before'] & { version: Buffer | null }>`
    select note_id, started_by, ai_notes, ${sourceVersion} as version
    from recordings recording where workspace_id = ${workspaceId} and id = ${recordingId}`.execute(tx)
  return rows[0]
}

async function readItems(tx: Tx, workspaceId: string, noteId: string): Promise<KnownItem[]> {
  const { rows } = await sql<KnownItem>`
    select id, text, recording_offset,
      ai_generated and status = 'Incomplete' and not changed_by_people and links = '[]' as untouched
    from action_items where workspace_id = ${workspaceId} and note_id = ${noteId} order by created_at, id`.execute(tx)
  return rows
}
