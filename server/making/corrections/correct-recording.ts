/** Corrects title, speakers, segments and AI notes of a recording, all in one transaction (decision 46). */
import { sql } from 'kysely'
import { changeItems } from '../../meetings/action-items/change-items.ts'
import { followTranscript } from '../../meetings/decisions/follow-transcript.ts'
import { holdChange } from '../../meetings/notes/change-holds.ts'
import { longText } from '../../meetings/recordings/transcript/long-texts.ts'
import { indexText } from '../../meetings/text-index/index-text.ts'
import type { Caller } from '../../people/caller/caller.ts'
import { keepFormerTexts } from '../../people/privacy/former-texts.ts'
import type { Context } from '../../platform/context/context.ts'
import { invalid, invalidRequest, notFound, ResourceLimitError } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { foldCase } from '../../platform/text.ts'
import type { Task } from '../../platform/threads.ts'
import { isAwaited } from '../../webhooks/events/is-awaited.ts'
import { findNameablePeople } from './find-nameable-people.ts'
import { readFormer } from './former-texts.ts'
import { recordChange } from './history.ts'
import { type LockedRecording, lockForEdit } from './lock-recording.ts'
import { removeRequest } from './notes-requests.ts'
import { type Correctable, type Correction, type CorrectionPlan, planCorrection } from './plan-correction.ts'
import { removeTranscriptionRequest } from './transcription-requests.ts'

/** The time limit is shorter than that of a request, because the request waits with its locks held. */
const task: Task<typeof planCorrection> = {
  module: new URL('./plan-correction.ts', import.meta.url),
  name: 'planCorrection',
  seconds: 10,
}

/**
 * If nothing would change, nothing is written and `updated_at` stays.
 * @param ifMatch  the header, if one was sent
 * @throws {ApiError} 404, 403, 412, and only after these 404 without a transcript to correct, and 400
 */
export async function correctRecording(
  deps: Pick<Context, 'db' | 'clock' | 'jobs' | 'threads'> & { holdSeconds: number },
  caller: Caller,
  id: string,
  { ifMatch, sharer }: { ifMatch: string | undefined; sharer: string | undefined },
  wanted: Correction,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const locked = await lockForEdit(tx, caller, id, ifMatch)
    const from = await readCorrectable(tx, caller.workspace.id, locked, wanted)
    const plan = await planInThread(deps.threads, from, wanted, sharer)
    if ('errors' in plan) throw invalidRequest(plan.errors)
    if (Object.keys(plan.change).length === 0) return
    const by = { workspaceId: caller.workspace.id, userId: caller.user.id, now: deps.clock() }
    await keepFormerTexts(tx, by, () => readFormer(tx, caller.workspace.id, locked, plan))
    await writeCorrection(tx, deps, caller, locked, plan, sharer)
    await indexText(tx)
  })
}

/** Reads the transcript only if it is to be corrected. */
async function readCorrectable(
  tx: Tx,
  workspaceId: string,
  locked: LockedRecording,
  wanted: Correction,
): Promise<Correctable> {
  const renames = Object.keys(wanted.speakers)
  const isOfTranscript = renames.length > 0 || wanted.segments.length > 0
  if (isOfTranscript && !locked.has_transcript) throw notFound('Transcript')
  const stored = isOfTranscript ? await readTranscript(tx, workspaceId, locked.id) : { transcript: null, words: null }
  const namesMatter = renames.length > 0 || wanted.markdown !== null
  return {
    title: locked.title,
    aiNotes: locked.ai_notes,
    participants: locked.facts.participants ?? [],
    ...stored,
    people: namesMatter ? await findNameablePeople(tx, workspaceId, locked) : [],
    items: renames.length > 0 ? await readUnassignedItems(tx, workspaceId, locked.note_id) : [],
    speakersElsewhere: renames.length > 0 ? await findSpeakersElsewhere(tx, workspaceId, locked, renames) : [],
  }
}

async function readTranscript(tx: Tx, workspaceId: string, id: string) {
  return tx
    .selectFrom('recordings')
    .select([sql<string>`transcript::text`.as('transcript'), sql<string | null>`words::text`.as('words')])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Action items from AI notes that have no assignee. */
async function readUnassignedItems(tx: Tx, workspaceId: string, noteId: string): Promise<Correctable['items']> {
  const { rows } = await sql<{ id: string; text: string }>`
    select id, text from action_items item where workspace_id = ${workspaceId} and note_id = ${noteId} and ai_generated
      and not exists (select from action_item_assignees assignee
        where assignee.workspace_id = item.workspace_id and assignee.item_id = item.id)`.execute(tx)
  return rows
}

/** The names that speakers of the note's other recordings also have. */
async function findSpeakersElsewhere(
  tx: Tx,
  workspaceId: string,
  { id, note_id }: LockedRecording,
  names: string[],
): Promise<string[]> {
  const { rows } = await sql<{ speaker: string }>`
    select distinct segment ->> 'speaker' as speaker
    from recordings, json_array_elements(transcript -> 'speech_segments') as segment
    where workspace_id = ${workspaceId} and note_id = ${note_id} and id <> ${id}
      and segment ->> 'speaker' = any(${names})`.execute(tx)
  return rows.map(({ speaker }) => speaker)
}

/** Plans long recordings in a thread, and short ones directly, as starting a thread would take longer. */
async function planInThread(
  threads: Context['threads'],
  from: Correctable,
  wanted: Correction,
  sharer: string | undefined,
) {
  const length = (from.transcript?.length ?? 0) + (from.aiNotes?.markdown.length ?? 0) + (wanted.markdown?.length ?? 0)
  if (length < longText) return planCorrection(from, wanted)
  return threads.run(task, [from, wanted], { sharer }).catch(refuseTooLong)
}

function refuseTooLong(error: Error): never {
  throw error instanceof ResourceLimitError ? invalid('body', `cannot be carried out: ${error.message}`) : error
}

async function writeCorrection(
  tx: Tx,
  { clock, jobs, threads, holdSeconds }: Pick<Context, 'clock' | 'jobs' | 'threads'> & { holdSeconds: number },
  caller: Caller,
  { id, note_id, facts }: LockedRecording,
  { title, transcript, words, aiNotes, participants, items, change }: CorrectionPlan,
  sharer: string | undefined,
): Promise<void> {
  const now = clock()
  const workspaceId = caller.workspace.id
  const { awaited } = await tx
    .updateTable('recordings')
    .set({
      ...(title !== undefined && { title, title_folded: foldCase(title) }),
      ...(transcript !== undefined && { transcript }),
      ...(words !== undefined && { words }),
      ...(aiNotes && { ai_notes: JSON.stringify(aiNotes) }),
      ...(participants && { facts: JSON.stringify({ ...facts, participants }) }),
      // If an import set `updated_at` later than now, it stays.
      updated_at: sql`greatest(updated_at, ${now}::timestamptz)`,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returning(isAwaited('recording.changed', workspaceId).as('awaited'))
    .executeTakeFirstOrThrow()
  if (transcript !== undefined)
    await followTranscript(tx, { threads }, { workspaceId, recordingId: id, sharer, now }).catch(refuseTooLong)
  const held = { workspace_id: workspaceId, kind: 'recording' as const, id }
  if (awaited) await holdChange(tx, { jobs, holdSeconds, now }, held)
  const options = { jobs, holdSeconds, now, workspaceId, actorId: caller.user.id, noteId: note_id, isRename: true }
  await changeItems(tx, options, { changed: items })
  await recordChange(tx, now, { workspaceId, recordingId: id }, { userId: caller.user.id, change })
  // An edit of AI notes wins over a rewrite that is under way.
  const ids = { workspace_id: workspaceId, recording_id: id }
  if (change.ai_notes === 'edited') await removeRequest(tx, ids)
  // The same holds for a transcription, which would replace any of these.
  if (change.ai_notes ?? change.speakers ?? change.segments) await removeTranscriptionRequest(tx, ids)
}
