/** Finds in the transcript of a recording what somebody says was said. */
import { sql } from 'kysely'
import type { Context } from '../../platform/context/context.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { Task } from '../../platform/threads.ts'
import { type Line, locateQuote, type Quote } from '../text-index/locate-quote.ts'

/** The time limit is shorter than that of a request, because the request waits with its locks held. */
const task: Task<typeof locateQuote> = {
  module: new URL('../text-index/locate-quote.ts', import.meta.url),
  name: locateQuote.name,
  seconds: 10,
}

/** Characters of a transcript for which starting a thread would take longer. */
const longText = 200_000

type RecordingKey = { workspaceId: string; recordingId: string }

/** @returns null without a transcript, or if it does not stand there word for word */
export async function findQuote(
  db: Db,
  { threads }: Pick<Context, 'threads'>,
  recording: RecordingKey,
  quote: string,
): Promise<Quote | null> {
  const lines = await readLines(db, recording)
  const length = lines.reduce((sum, { text }) => sum + text.length, 0)
  return length < longText ? locateQuote(lines, quote) : threads.run(task, [lines, quote])
}

/** The segments of the transcript; none where it is not kept. */
export async function readLines(
  db: Db,
  { workspaceId, recordingId }: RecordingKey,
): Promise<(Line & { start_time: number })[]> {
  const { rows } = await sql<Line & { start_time: number }>`
    select segment ->> 'speaker' as speaker, (segment ->> 'start_time')::double precision as start_time,
      segment ->> 'text' as text
    from recordings, json_array_elements(transcript -> 'speech_segments') segment
    where workspace_id = ${workspaceId} and id = ${recordingId} and transcript is not null`.execute(db)
  return rows
}
