/** Imports the history of recordings and of decisions. Entries are added and never changed. */
import { sql } from 'kysely'
import type { AiNoteChange, RecordedChange } from '../../../platform/postgres/column-types.ts'
import { readMoment } from '../../../platform/time.ts'
import type { Doc } from '../format/schema.ts'
import { WorldError } from '../format/world-error.ts'
import type { Changes, ImportContext } from './import-context.ts'
import type { People } from './people.ts'
import { idsOf, insertRows } from './rows.ts'
import type { Staged } from './stage.ts'

type Kind = 'recordings' | 'decisions'
type Entry<K extends Kind> = NonNullable<Doc<K>['history']>[number]
type Change = AiNoteChange | RecordedChange

type History<K extends Kind> = {
  table: 'recording_changes' | 'decision_changes'
  owner: 'recording_id' | 'decision_id'
  prefix: string
  /** @param quotes  false with zero-day retention, which keeps nothing of a transcript (decision 29b) */
  read(entry: Entry<K>, quotes: boolean): { change: Change }
}

export const ofRecordings: History<'recordings'> = {
  table: 'recording_changes',
  owner: 'recording_id',
  prefix: 'rc',
  read: ({ change }, quotes) => ({ change: readCorrection(change, quotes) }),
}

/** It quotes no transcript. */
export const ofDecisions: History<'decisions'> = {
  table: 'decision_changes',
  owner: 'decision_id',
  prefix: 'dc',
  read: ({ through, change, other }) => ({ through, change: withoutNulls(change), other: other ?? null }),
}

export const peopleInHistory = ({ history }: { history?: { user?: string | null }[] | null }) =>
  (history ?? []).map(({ user }) => user)

/**
 * An entry without an id is the stored entry of the same thing and time, or else a new one.
 * @throws {WorldError} an unknown account, or an id in the history of another thing
 */
export async function importHistory<K extends Kind>(
  context: ImportContext,
  { table, owner, prefix, read }: History<K>,
  batch: Staged<K>[],
  people: People,
  changes: Changes,
): Promise<void> {
  const named = batch.filter(({ doc }) => doc.history)
  if (named.length === 0) return
  const ids = named.flatMap(({ doc }) => doc.history!.flatMap(({ id }) => id ?? []))
  const { rows } = await sql<{ id: string; thing: string; at: Date }>`
    select id, ${sql.ref(owner)} as thing, at from ${sql.table(table)}
    where workspace_id = ${context.workspace.id} and (${sql.ref(owner)} = any(${idsOf(named)}) or id = any(${ids}))`.execute(
    context.tx,
  )
  const known = new Set(rows.map(({ thing, at }) => keyOf(thing, at)))
  const thingOf = new Map(rows.map(({ id, thing }) => [id, thing]))
  const changed = new Set<string>()
  const fresh = named.flatMap(({ id: thing, doc, path }) =>
    (doc.history as Entry<K>[]).flatMap((entry, index) => {
      const at = readMoment(entry.at)!
      const user_id = people.optionalIdOf(entry.user, `${path}.history[${index}].user`) ?? null
      const content = read(entry, context.workspace.retention === 'standard')
      const other = thingOf.get(entry.id ?? '')
      if (other !== undefined && other !== thing) {
        throw new WorldError(`${path}.history[${index}].id`, `${entry.id} is in the history of ${other}`)
      }
      const isKnown = entry.id == null ? known.has(keyOf(thing, at)) : other !== undefined
      if (isKnown || Object.keys(content.change).length === 0) return []
      const id = entry.id ?? context.ids.next(prefix)
      thingOf.set(id, thing)
      changed.add(thing)
      return [{ id, [owner]: thing, at, user_id, ...content }]
    }),
  )
  await insertRows(context, table, fresh)
  changes.update([...changed].filter((id) => !changes.isNew(id)))
}

const keyOf = (id: string, at: Date) => `${id} ${at.toISOString()}`

const withoutNulls = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as {
    [Name in keyof T]: NonNullable<T[Name]>
  }

function readCorrection(
  {
    title,
    speakers,
    segments,
    segments_left_out,
    ai_notes,
    transcript,
    former_transcript,
  }: Entry<'recordings'>['change'],
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
