/** Imports the marks of recordings. Marks are added and never changed. */
import { sql } from 'kysely'
import { maxMarks, tooManyMarks } from '../../../making/marks/schemas.ts'
import { momentOr } from '../format/read-moment.ts'
import type { Doc } from '../format/schema.ts'
import { WorldError } from '../format/world-error.ts'
import type { Changes, ImportContext } from './import-context.ts'
import type { People } from './people.ts'
import { idsOf, insertRows } from './rows.ts'
import type { Staged } from './stage.ts'

export const peopleInMarks = ({ marks }: Doc<'recordings'>) => (marks ?? []).map(({ by }) => by)

/**
 * A mark of the same person at the same millisecond of a recording is the stored one.
 * @throws {WorldError} an unknown account, an id of a mark of another recording, or more marks than a recording may have
 */
export async function importMarks(
  context: ImportContext,
  batch: Staged<'recordings'>[],
  people: People,
  changes: Changes,
): Promise<void> {
  const named = batch.filter(({ doc }) => doc.marks?.[0])
  if (named.length === 0) return
  const ids = named.flatMap(({ doc }) => doc.marks!.flatMap(({ id }) => id ?? []))
  const { rows } = await sql<{ id: string; recording_id: string; at: number; user_id: string }>`
    select id, recording_id, at, user_id from marks
    where workspace_id = ${context.workspace.id} and (recording_id = any(${idsOf(named)}) or id = any(${ids}))`.execute(
    context.tx,
  )
  const known = new Set(rows.map(keyOf))
  const recordingOf = new Map(rows.map(({ id, recording_id }) => [id, recording_id]))
  const counts = new Map<string, number>()
  for (const { recording_id } of rows) counts.set(recording_id, (counts.get(recording_id) ?? 0) + 1)
  const fresh = named.flatMap(({ id: recording_id, doc, path }) =>
    doc.marks!.flatMap(({ by, text, ...mark }, index) => {
      const owner = recordingOf.get(mark.id ?? '')
      if (owner !== undefined && owner !== recording_id) {
        throw new WorldError(`${path}.marks[${index}].id`, `${mark.id} is a mark of ${owner}`)
      }
      const user_id = people.idOf(by, `${path}.marks[${index}].by`)
      const at = Math.round(mark.at * 1_000) / 1_000
      const key = keyOf({ recording_id, at, user_id })
      if (owner !== undefined || known.has(key)) return []
      const id = mark.id ?? context.ids.next('mk')
      known.add(key)
      const count = (counts.get(recording_id) ?? 0) + 1
      if (count > maxMarks) throw new WorldError(`${path}.marks[${index}]`, tooManyMarks)
      counts.set(recording_id, count)
      recordingOf.set(id, recording_id)
      return [{ id, recording_id, at, text: text ?? null, user_id, created_at: momentOr(mark.created_at, context.now) }]
    }),
  )
  await insertRows(context, 'marks', fresh)
  const changed = [...new Set(fresh.map(({ recording_id }) => recording_id))]
  changes.update(changed.filter((id) => !changes.isNew(id)))
}

const keyOf = ({ recording_id, at, user_id }: { recording_id: string; at: number; user_id: string }) =>
  `${recording_id} ${at} ${user_id}`
