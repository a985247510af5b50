/** How long each speaker spoke (decision 47 on statistics). */
import { sql } from 'kysely'
import type { Caller } from '../../../people/caller/caller.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { getRecording } from '../library/list-recordings.ts'

/** A turn is a run of segments of one speaker. */
export type TalkTime = { speaker: string; seconds: number; words: number; turns: number }

/**
 * PostgreSQL counts, because a transcript may have megabytes.
 * @returns the longest speaker first
 * @throws {ApiError} 404 for a recording that the caller does not see, and for one without a transcript
 */
export async function readTalkTime(db: Db, caller: Caller, recordingId: string): Promise<TalkTime[]> {
  const { id } = await getRecording(db, caller, recordingId, {})
  const { rows } = await sql<{ speakers: TalkTime[] | null; hasTranscript: boolean }>`
    with segment as (
      select number, segment ->> 'speaker' as speaker, segment ->> 'text' as text,
        (segment ->> 'end_time')::numeric - (segment ->> 'start_time')::numeric as seconds,
        lag(segment ->> 'speaker') over (order by number) as before
      from recordings, json_array_elements(transcript -> 'speech_segments') with ordinality as list (segment, number)
      where workspace_id = ${caller.workspace.id} and id = ${id}),
    spoken as (
      select speaker, round(sum(seconds), 3)::float as seconds, sum(regexp_count(text, '\\S+'))::int as words,
        (count(*) filter (where before is distinct from speaker))::int as turns
      from segment group by speaker)
    select (select json_agg(spoken order by seconds desc, speaker) from spoken) as speakers,
      transcript is not null as "hasTranscript"
    from recordings where workspace_id = ${caller.workspace.id} and id = ${id}`.execute(db)
  const [found] = rows
  if (!found?.hasTranscript) throw notFound('Transcript')
  return found.speakers ?? []
}
