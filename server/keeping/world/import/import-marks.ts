/** Imports marks, of recordings and of notes. Marks are added and never changed. */
import { sql } from 'kysely'
import { maxMarks, tooManyMarks, tooManyOfNote } from '../../../making/marks/schemas.ts'
import { readMoment } from '../../../platform/time.ts'
import { momentOr } from '../format/read-moment.ts'
import type { Doc } from '../format/schema.ts'
import { WorldError } from '../format/world-error.ts'
import type { Changes, ImportContext } from './import-context.ts'
import type { People } from './people.ts'
import { idsOf, insertRows } from './rows.ts'
import type { Staged } from './stage.ts'

export const peopleInMarks = ({ marks }: Pick<Doc<'recordings'> | Doc<'notes'>, 'marks'>) =>
  (marks ?? []).map(({ by }) => by)

/** What has the marks; a mark's `at` is in seconds of a recording, its `made_at` an instant. */
type Batch = { owner: 'recording_id'; staged: Staged<'recordings'>[] } | { owner: 'note_id'; staged: Staged<'notes'>[] }

/** `owner_id` is null for a mark that is of neither kind; `taken_by` is the note of the recording. */
type Stored = { id: string; owner_id: string | null; taken_by: string | null; ms: number; user_id: string }

/**
 * A mark of the same person at the same millisecond is the stored one; so is a mark of a note that one of its recordings
 * took since the world was written.
 * @throws {WorldError} an unknown account, an id of a mark of something else, or more marks than a recording or note may have
 */
export async function importMarks(
  context: ImportContext,
  { owner, staged }: Batch,
  people: People,
  changes: Changes,
): Promise<void> {
  const named = (staged as Staged<'recordings' | 'notes'>[]).filter(({ doc }) => doc.marks?.[0])
  if (named.length === 0) return
  const stored = await readStored(
    context,
    owner,
    idsOf(named),
    named.flatMap(({ doc }) => doc.marks!.flatMap(({ id }) => id ?? [])),
  )
  const known = new Set(stored.map(keyOf))
  const byId = new Map(stored.map((mark) => [mark.id, mark]))
  const counts = new Map<string, number>()
  const count = (id: string) => counts.set(id, (counts.get(id) ?? 0) + 1).get(id)!
  for (const { owner_id } of stored) if (owner_id !== null) count(owner_id)
  const fresh = named.flatMap(({ id: owner_id, doc, path }) =>
    doc.marks!.flatMap((mark, index) => {
      const at = `${path}.marks[${index}]`
      const before = byId.get(mark.id ?? '')
      if (before && before.owner_id !== owner_id && (owner === 'recording_id' || before.taken_by !== owner_id))
        throw new WorldError(`${at}.id`, `${mark.id} is a mark of ${before.owner_id ?? 'something else'}`)
      const user_id = people.idOf(mark.by, `${at}.by`)
      const ms = 'at' in mark ? Math.round(mark.at * 1_000) : readMoment(mark.made_at)!.getTime()
      const row = { id: mark.id ?? context.ids.next('mk'), owner_id, taken_by: null, ms, user_id }
      if (before || known.has(keyOf(row))) return []
      if (count(owner_id) > maxMarks) throw new WorldError(at, owner === 'recording_id' ? tooManyMarks : tooManyOfNote)
      known.add(keyOf(row))
      byId.set(row.id, row)
      return [{ ...row, text: mark.text ?? null, created_at: momentOr(mark.created_at, context.now) }]
    }),
  )
  const rows = fresh.map(({ owner_id, taken_by: _, ms, ...row }) =>
    owner === 'recording_id'
      ? { ...row, recording_id: owner_id, at: ms / 1_000 }
      : { ...row, note_id: owner_id, made_at: new Date(ms) },
  )
  await insertRows(context, 'marks', rows)
  changes.update(fresh.map(({ owner_id }) => owner_id))
}

async function readStored({ tx, workspace }: ImportContext, owner: Batch['owner'], owners: string[], ids: string[]) {
  const column = sql.ref(`mark.${owner}`)
  const { rows } = await sql<Stored>`
    select mark.id, mark.user_id, ${column} as owner_id, recording.note_id as taken_by,
      round(coalesce(mark.at, extract(epoch from mark.made_at)) * 1000)::float8 as ms
    from marks mark
    left join recordings recording on recording.workspace_id = mark.workspace_id and recording.id = mark.recording_id
    where mark.workspace_id = ${workspace.id} and (${column} = any(${owners}) or mark.id = any(${ids}))`.execute(tx)
  return rows
}

const keyOf = ({ owner_id, ms, user_id }: Pick<Stored, 'owner_id' | 'ms' | 'user_id'>) => `${owner_id} ${ms} ${user_id}`
