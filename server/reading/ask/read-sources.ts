/** Reads found passages with what is around them, as sources of an answer (decision 56). */
import { sql } from 'kysely'
import type { PassageKind } from '../../meetings/text-index/passages.ts'
import type { Caller } from '../../people/caller/caller.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { cutShort } from '../../platform/text.ts'
import { utc, utcOrNull } from '../../platform/time.ts'
import { type PassageRow, readPassages } from '../search/present-hits.ts'
import type { FoundPassage } from '../search/score-documents.ts'
import { makeSnippet } from '../search/snippet.ts'

/** What one person said, or a paragraph. `start_time` is in seconds from the start of the recording. */
export type Line = { speaker: string | null; start_time: number | null; text: string }

export type Source = {
  /** The passage in the index. */
  key: string
  kind: PassageKind
  note_id: string | null
  recording_id: string | null
  action_item_id: string | null
  title: string
  event_start: string | null
  created_at: string
  lines: Line[]
  /** What of it has the words of the question. */
  excerpt: string
}

/** Of talk, before and after the passage. */
const aroundSeconds = 30
const maxSourceCharacters = 6_000
/** PostgreSQL reads whole transcripts: so much of them, compressed. */
const maxTranscriptBytes = 4_000_000
const maxSegments = 400

/** In the order of `found`. A line of two sources is in the first of them. */
export async function readSources(tx: Tx, caller: Caller, found: FoundPassage[]): Promise<Source[]> {
  if (found.length === 0) return []
  const passages = await readPassages(tx, caller, found)
  const talk = await readTalk(tx, caller, passages)
  const known = new Set<string>()
  const sources = passages.map((passage, index): Source => {
    const { kind, note_id, recording_id, action_item_id, text } = passage
    const lines = (talk[index] ?? linesOf(passage)).filter(
      (line) => kind !== 'transcript' || isNew(known, `${recording_id} ${line.start_time} ${line.text}`),
    )
    return {
      key: `${passage.document} ${passage.number}`,
      kind,
      note_id,
      recording_id,
      action_item_id,
      title: passage.title ?? '',
      event_start: utcOrNull(passage.event_start),
      created_at: utc(passage.created_at),
      lines: firstLines(lines),
      excerpt: makeSnippet(text, found[index]!.words).text.replace(/^…|…$/g, ''),
    }
  })
  return sources.filter(({ lines }) => lines.length > 0)
}

function isNew(known: Set<string>, key: string): boolean {
  if (known.has(key)) return false
  known.add(key)
  return true
}

/** Of a transcript whose segments are not read. */
const linesOf = ({ text, speakers, start_time }: PassageRow): Line[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ speaker: speakers.length === 1 ? speakers[0]! : null, start_time, text: line }))

function firstLines(lines: Line[]): Line[] {
  let left = maxSourceCharacters
  return lines.flatMap((line) => {
    if (left <= 0) return []
    const text = cutShort(line.text, left)
    left -= line.text.length
    return [{ ...line, text }]
  })
}

/** @returns the segments of each transcript's passage and around it; null for other passages, and beyond the limit */
async function readTalk(tx: Tx, { workspace }: Caller, passages: PassageRow[]): Promise<(Line[] | null)[]> {
  const spoken = passages.filter(({ kind, start_time }) => kind === 'transcript' && start_time !== null)
  if (spoken.length === 0) return passages.map(() => null)
  const ids = spoken.map(({ recording_id }) => recording_id)
  const { rows } = await sql<{ lines: Line[] | null }>`
    with sized as (
      select id, transcript, sum(pg_column_size(transcript)) over (order by id) as bytes
      from recordings where workspace_id = ${workspace.id} and id = any(${ids})),
    segment as materialized (
      select id, number, each ->> 'speaker' as speaker, each ->> 'text' as text,
        (each ->> 'start_time')::float8 as start_time, (each ->> 'end_time')::float8 as end_time
      from sized, json_array_elements(transcript -> 'speech_segments') with ordinality as list (each, number)
      where bytes <= ${maxTranscriptBytes}::int)
    select (select json_agg(json_build_object('speaker', nullif(speaker, ''), 'start_time', start_time, 'text', text) order by number)
      from (select * from segment where segment.id = passage.id and length(text) <= ${maxSourceCharacters}::int
        and end_time >= from_time - ${aroundSeconds}::float8 and start_time <= to_time + ${aroundSeconds}::float8
        order by number limit ${sql.lit(maxSegments)}) near) as lines
    from unnest(${ids}::text[], ${spoken.map(({ start_time }) => start_time)}::float8[],
      ${spoken.map(({ end_time }) => end_time)}::float8[]) with ordinality as passage (id, from_time, to_time, position)
    order by position`.execute(tx)
  const linesOfPassage = new Map(spoken.map((passage, index) => [passage, rows[index]!.lines]))
  return passages.map((passage) => linesOfPassage.get(passage) ?? null)
}
