/** Reads the text of found passages, and makes the hits that the API answers with. */
import { sql } from 'kysely'
import type { NumberedPassage, PassageKind } from '../../meetings/text-index/passages.ts'
import type { PackedSegment } from '../../meetings/text-index/spoken.ts'
import type { Reader } from '../../people/caller/caller.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { utc, utcOrNull } from '../../platform/time.ts'
import type { Computations } from './compute.ts'
import { joinThings } from './join-things.ts'
import type { SearchHit } from './schemas.ts'
import type { FoundPassage } from './score-documents.ts'

export type PassageRow = NumberedPassage & {
  kind: PassageKind
  note_id: string | null
  sees_note: boolean
  recording_id: string | null
  action_item_id: string | null
  decision_id: string | null
  title: string | null
  event_start: Date | null
  created_at: Date
  speakers: string[]
  start_time: number | null
  end_time: number | null
  text: string
  segments: PackedSegment[]
}

/** What is known of each, and its row; in the order of `found`, without those that are not there. */
export async function readPassages<Found extends NumberedPassage>(
  tx: Tx,
  caller: Reader,
  found: Found[],
): Promise<(Found & PassageRow)[]> {
  const { rows } = await sql<Omit<PassageRow, keyof NumberedPassage> & { position: string }>`
    select wanted.position, passage.kind, recording.id as recording_id, document.item_id as action_item_id, document.decision_id,
      coalesce(document.note_id, recording.note_id, item.note_id, decision.note_id) as note_id, note.id is not null as sees_note,
      coalesce(recording.title, note.title) as title, event.starts_at as event_start,
      coalesce(decision.created_at, recording.created_at, item.created_at, note.created_at) as created_at,
      passage.speakers, coalesce(passage.start_time, decision.start_time) as start_time, passage.end_time, passage.text, passage.segments
    from unnest(${found.map(({ document }) => document)}::bigint[], ${found.map(({ number }) => number)}::int[])
      with ordinality as wanted (document, number, position)
    join search_passages passage on passage.workspace_id = ${caller.workspace.id}
      and passage.document = wanted.document and passage.number = wanted.number
    join search_documents document on document.workspace_id = passage.workspace_id and document.id = passage.document
    ${joinThings(caller)}
    order by wanted.position`.execute(tx)
  return rows.map(({ position, ...row }) => ({ ...found[Number(position) - 1]!, ...row }))
}

export async function presentHits(
  tx: Tx,
  caller: Reader,
  computations: Computations,
  found: FoundPassage[],
): Promise<SearchHit[]> {
  if (found.length === 0) return []
  const passages = await readPassages(tx, caller, found)
  const shown = await computations.show(
    passages.map(({ text, speakers, segments, words, by }) => ({ text, speakers, segments, words, by })),
  )
  return passages.map((passage, index): SearchHit => {
    const { kind, note_id, recording_id, action_item_id, decision_id, title, event_start, created_at } = passage
    const { spoken, snippet } = shown[index]!
    const { start_time, end_time } = passage
    return {
      ...{ kind, note_id, recording_id, action_item_id, decision_id },
      title: title ?? '',
      event_start: utcOrNull(event_start),
      created_at: utc(created_at),
      ...(spoken ?? { speaker: null, start_time, end_time }),
      snippet,
      score: Math.round(passage.score * 1_000) / 1_000,
    }
  })
}
