/** Reads the segments of found passages, because the index does not say who spoke which of them. */
import { sql } from 'kysely'
import type { Tx } from '../platform/postgres/db.ts'
import type { Caller } from '../workspace/caller.ts'

type SpokenPassage = { recording_id: string | null; start_time: number | null; end_time: number | null }

/** PostgreSQL reads whole transcripts: so much of them, compressed, for one page of hits. */
const maxTranscriptBytes = 2_000_000

/** A passage has at most 10,000 characters; there are more only if very many segments begin at the same moment. */
const maxOfPassage = { segments: 400, characters: 30_000 }

type Segment = { speaker: string; text: string }

/** @returns for each passage its segments in order; none of a transcript beyond the limit */
export async function readTurns(tx: Tx, { workspace }: Caller, passages: SpokenPassage[]): Promise<Segment[][]> {
  if (passages.length === 0) return []
  const ids = passages.map(({ recording_id }) => recording_id)
  const { rows } = await sql<{ segments: Segment[] | null }>`
    with sized as (
      select id, transcript, sum(pg_column_size(transcript)) over (order by id) as bytes
      from recordings where workspace_id = ${workspace.id} and id = any(${ids})),
    segment as materialized (
      select id, number, each ->> 'speaker' as speaker, each ->> 'text' as text, (each ->> 'start_time')::float8 as start_time
      from sized, json_array_elements(transcript -> 'speech_segments') with ordinality as list (each, number)
      where bytes <= ${maxTranscriptBytes}::int)
    select (select json_agg(json_build_object('speaker', speaker, 'text', text) order by number) from (
      select * from (
        select *, sum(length(text)) over (order by number) as characters from segment
        where segment.id = passage.id and segment.start_time >= passage.start_time
          and segment.start_time <= passage.end_time) near
      where characters <= ${maxOfPassage.characters}::int
      order by number limit ${sql.lit(maxOfPassage.segments)}) found) as segments
    from unnest(${ids}::text[], ${passages.map(({ start_time }) => start_time)}::float8[],
      ${passages.map(({ end_time }) => end_time)}::float8[]) with ordinality as passage (id, start_time, end_time, position)
    order by position`.execute(tx)
  return rows.map(({ segments }) => segments ?? [])
}
