/** Writes the AI notes of a recording anew (decision 46 on corrections), with its history. Nothing is announced but the change. */
import { holdChange } from '../../meetings/notes/change-holds.ts'
import {
  type Outcome,
  type RecordingIds,
  setItems,
  setNotes,
  type WritingDeps,
  type WritingOptions,
  writeFromTranscript,
} from '../writing/write-notes.ts'
import { recordChange } from './history.ts'

/** @throws {EngineError} the notes cannot be written; the reason of the signal */
export const rewriteNotes = (deps: WritingDeps, ids: RecordingIds, options: WritingOptions): Promise<Outcome> =>
  writeFromTranscript(deps, ids, options, async (fresh) => {
    const { tx, now, userId } = fresh
    const held = { workspace_id: ids.workspaceId, kind: 'recording' as const, id: ids.recordingId }
    if (await setNotes(fresh)) await holdChange(tx, { ...deps, now }, held)
    const counts = await setItems(fresh, deps, true)
    await recordChange(tx, now, ids, { userId, change: { ai_notes: 'written_anew' } })
    return counts
  })
