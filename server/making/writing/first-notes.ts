/** The first AI notes of a recording, which follow its transcript if a language model writes them (decision 55). */
import { sql } from 'kysely'
import { announceAiNotes } from '../../meetings/recordings/recap-events/announce-ai-notes.ts'
import { sharerOf } from '../../people/caller/caller.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Clock } from '../../platform/time.ts'
import {
  type Outcome,
  type RecordingIds,
  setItems,
  setNotes,
  type WritingDeps,
  type WritingOptions,
  writeFromTranscript,
} from './write-notes.ts'

/** The job that writes the notes of one recording; its data are `NotesIds`. */
export const writeNotesJob = 'write-ai-notes'

export type NotesIds = { workspace_id: string; recording_id: string }

/** Nobody asked for them, so they do not end with a person. */
export async function requestFirstNotes(
  tx: Tx,
  { clock, jobs }: { clock: Clock; jobs: Pick<Jobs, 'send'> },
  { workspace_id, recording_id, submitted_by }: NotesIds & { submitted_by: string },
): Promise<void> {
  const ids = { workspace_id, recording_id }
  await tx
    .insertInto('notes_requests')
    .values({ ...ids, user_id: null, requested_at: clock(), is_first: true })
    .execute()
  await jobs.send(tx, writeNotesJob, ids, { sharer: sharerOf(workspace_id, submitted_by) })
}

/** @throws {EngineError} the notes cannot be written; the reason of the signal */
export const writeFirstNotes = (deps: WritingDeps, ids: RecordingIds, options: WritingOptions): Promise<Outcome> =>
  writeFromTranscript(deps, ids, options, async (fresh) => {
    await setNotes(fresh)
    if (await isImported(fresh.tx, ids)) return { created: 0, removed: 0 }
    const counts = await setItems(fresh, deps, false)
    const to = { workspace_id: ids.workspaceId, recording_id: ids.recordingId }
    await announceFirstNotes(fresh.tx, { now: fresh.now, publicUrl: deps.publicUrl }, to)
    return counts
  })

/** An import asks nothing of anybody, and is announced to nobody. */
async function isImported(tx: Tx, { workspaceId, recordingId }: RecordingIds): Promise<boolean> {
  const found = await tx
    .selectFrom('uploads')
    .select('recording_id')
    .where('workspace_id', '=', workspaceId)
    .where('recording_id', '=', recordingId)
    .where('import_key', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Also announces the publications of its upload and of rules, unless they were withdrawn meanwhile or do not count any more:
 * their events would tell the channels of a meeting that they may not see (decision 17). Others were announced when they were
 * made, and the chats of their channels waited for the notes.
 */
export async function announceFirstNotes(
  tx: Tx,
  options: { now: Date; publicUrl: string },
  { workspace_id, recording_id }: NotesIds,
): Promise<void> {
  const recording = { kind: 'recording' as const, id: recording_id }
  const published = await tx
    .selectFrom('publications as publication')
    .innerJoin('recording_attendees as maker', (join) =>
      join
        .onRef('maker.workspace_id', '=', 'publication.workspace_id')
        .onRef('maker.recording_id', '=', 'publication.recording_id')
        .onRef('maker.user_id', '=', 'publication.by_user_id'),
    )
    .select(['publication.channel_id as channelId', sql<boolean>`not publication.awaits_notes`.as('chatOnly')])
    .where('publication.workspace_id', '=', workspace_id)
    .where('publication.recording_id', '=', recording_id)
    .execute()
  const changes = published.map((publication) => ({ ...recording, ...publication }))
  await announceAiNotes(tx, options, workspace_id, [{ ...recording, channelId: null }, ...changes])
}
