/** Reads a part of a transcript, with limits on segments and characters. */
import { sql } from 'kysely'
import type { Caller } from '../../../people/caller/caller.ts'
import { recordingVisible } from '../../../people/sight/visible.ts'
import type { Db } from '../../../platform/postgres/db.ts'

/** `index` counts the segments of the whole transcript from 0; a text that was cut ends with `…`. */
type IndexedSegment = { index: number; speaker: string; text: string; start_time: number; end_time: number }

export type SegmentSpan = {
  /** The first index. */
  fromSegment: number
  /** Seconds from the start of the recording; segments that end before it are left out. */
  fromSeconds: number | null
  /** Segments that begin after it are left out. */
  toSeconds: number | null
  /** Number of segments. */
  limit: number
  /** Total characters of text; the first segment is always read, and cut if it is longer. */
  maxText: number
}

/**
 * `next` is the index of the first segment of the span that does not fit; null if all of them fit. `recognised` are the
 * speakers of the segments who were named by their voice.
 */
export type SegmentPage = { segments: IndexedSegment[]; next: number | null; total: number; recognised: string[] }

type SegmentsRow = Pick<SegmentPage, 'next' | 'recognised'> & {
  total: number | null
  segments: IndexedSegment[] | null
}

/**
 * PostgreSQL selects and cuts the segments, because a transcript may have megabytes.
 * @returns null for a recording without a transcript, and for one that the caller does not see
 */
export async function readSegments(
  db: Db,
  caller: Caller,
  recordingId: string,
  { fromSegment, fromSeconds, toSeconds, limit, maxText }: SegmentSpan,
): Promise<SegmentPage | null> {
  const { rows } = await sql<SegmentsRow>`
    with recording as materialized (
      select transcript -> 'speech_segments' as list, transcript -> 'recognised' as recognised from recordings
      where workspace_id = ${caller.workspace.id} and id = ${recordingId} and ${recordingVisible(caller)}),
    candidate as (
      select number - 1 as index, each from recording, json_array_elements(list) with ordinality as elements (each, number)
      where number > ${fromSegment}::int
        and (${fromSeconds}::float8 is null or (each ->> 'end_time')::float8 >= ${fromSeconds}::float8)
        and (${toSeconds}::float8 is null or (each ->> 'start_time')::float8 <= ${toSeconds}::float8)
      order by number limit ${limit + 1}::int),
    segment as (
      select index::int, each ->> 'speaker' as speaker, each ->> 'text' as text,
        (each ->> 'start_time')::float8 as start_time, (each ->> 'end_time')::float8 as end_time
      from candidate),
    counted as (
      select *, row_number() over (order by index) as position, sum(length(text)) over (order by index) as characters
      from segment),
    judged as (
      select *, position <= ${limit}::int and (position = 1 or characters <= ${maxText}::int) as fits from counted),
    shown as (
      select index, speaker, start_time, end_time,
        case when length(text) > ${maxText}::int then left(text, ${maxText - 1}::int) || '…' else text end as text
      from judged where fits)
    select (select json_array_length(list) from recording) as total,
      (select json_agg(shown order by index) from shown) as segments,
      (select min(index) from judged where not fits) as next,
      array(select guess ->> 'speaker' from recording, json_array_elements(recognised) guess
        where guess ->> 'speaker' in (select speaker from shown)) as recognised`.execute(db)
  const { total, segments, ...rest } = rows[0]!
  return total === null ? null : { segments: segments ?? [], total, ...rest }
}
