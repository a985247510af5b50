/** Imports the history of recordings. Entries are added and never changed. */
import { sql } from 'kysely'
import type { AiNoteChange } from '../../../platform/postgres/column-types.ts'
import { readMoment } from '../../../platform/time.ts'
import type { Doc } from '../format/schema.ts'
import { WorldError } from '../format/world-error.ts'
import type { Changes, ImportContext } from './import-context.ts'
import type { People } from './people.ts'
import { idsOf, insertRows } from './rows.ts'
import type { Staged } from './stage.ts'

type HistoryDoc = NonNullable<Doc<'recordings'>['history']>[number]

export const peopleInHistory = ({ history }: Doc<'recordings'>) => (history ?? []).map(({ user }) => user)

/**
 * An entry without an id is the stored entry of the same recording and time, or else a new one.
 * @throws {WorldError} an unknown account, or an id in the history of another recording
 */
export async function importHistory(
  context: ImportContext,
  batch: Staged<'recordings'>[],
  people: People,
  changes: Changes,
): Promise<void> {
  const named = batch.filter(({ doc }) => doc.history)
  if (named.length === 0) return
  const ids = named.flatMap(({ doc }) => doc.history!.flatMap(({ id }) => id ?? []))
  const { rows } = await sql<{ id: string; recording_id: string; at: Date }>`
    select id, recording_id, at from recording_changes
    where workspace_id = ${context.workspace.id} and (recording_id = any(${idsOf(named)}) or id = any(${ids}))`.execute(
    context.tx,
  )
  const known = new Set(rows.map(({ recording_id, at }) => keyOf(recording_id, at)))
  const recordingOf = new Map(rows.map(({ id, recording_id }) => [id, recording_id]))
  const fresh = named.flatMap(({ id: recording_id, doc, path }) =>
    doc.history!.flatMap((entry, index) => {
      const at = readMoment(entry.at)!
      const user_id = people.optionalIdOf(entry.user, `${path}.history[${index}].user`) ?? null
      const change = readChange(entry.change, context.workspace.retention === 'standard')
      const owner = recordingOf.get(entry.id ?? '')
      if (owner !== undefined && owner !== recording_id) {
        throw new WorldError(`${path}.history[${index}].id`, `${entry.id} is in the history of ${owner}`)
      }
      const isKnown = entry.id == null ? known.has(keyOf(recording_id, at)) : owner !== undefined
      if (isKnown || Object.keys(change).length === 0) return []
      const id = entry.id ?? context.ids.next('rc')
      recordingOf.set(id, recording_id)
      return [{ id, recording_id, at, user_id, change }]
    }),
  )
  await insertRows(context, 'recording_changes', fresh)
  const changed = [...new Set(fresh.map(({ recording_id }) => recording_id))]
  changes.update(changed.filter((id) => !changes.isNew(id)))
}

const keyOf = (recordingId: string, at: Date) => `${recordingId} ${at.toISOString()}`

/** @param quotes  false with zero-day retention, which keeps nothing of a transcript (decision 29b) */
function readChange(
  { title, speakers, segments, segments_left_out, ai_notes, transcript, former_transcript }: HistoryDoc['change'],
  quotes: boolean,
): AiNoteChange {
  const kept = segments?.map(({ index, text, speaker }) => ({
    index,
    ...(text && { text }),
    ...(speaker && { speaker }),
  }))
  return {
    ...(title && { title }),
    ...(quotes && { ...(speakers && { speakers }), ...(kept && { segments: kept }) }),
    ...(quotes && segments_left_out && { segments_left_out }),
    ...(ai_notes && { ai_notes }),
    ...(transcript && { transcript }),
    ...(quotes && former_transcript && { former_transcript }),
  }
}
