/** Finds in the transcript of a recording what somebody says was said. */
import { sql } from 'kysely'
import type { Context } from '../../platform/context/context.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { Task } from '../../platform/threads.ts'
import { locateQuotes, type Quote, type TimedLine, type WantedQuote } from '../text-index/locate-quote.ts'

/** The time limit is shorter than that of a request, because the request waits with its locks held. */
const task: Task<typeof locateQuotes> = {
  module: new URL('../text-index/locate-quote.ts', import.meta.url),
  name: locateQuotes.name,
  seconds: 10,
}

/** Characters of a transcript and its quotations whose words are cut in less time than a thread takes to start. */
const longText = 200_000
/** A transcript is searched for so many quotations in the time in which its words are cut. */
const quotesInCut = 10

export type QuoteSource = {
  workspaceId: string
  recordingId: string
  /** Who asks, for a fair share of the threads. */
  sharer: string | undefined
  /** As for `locateQuotes`. */
  around?: { before: number; after: number }
}

/**
 * @returns for each null if it does not stand in the transcript word for word
 * @throws {ResourceLimitError} it takes too much time or memory
 */
export async function findQuotes(
  db: Db,
  { threads }: Pick<Context, 'threads'>,
  { sharer, around, ...recording }: QuoteSource,
  wanted: WantedQuote[],
): Promise<(Quote | null)[]> {
  const lines = await readLines(db, recording)
  const texts = [...lines.map(({ text }) => text), ...wanted.map(({ quote }) => quote)]
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  if (length * (1 + wanted.length / quotesInCut) < longText) return locateQuotes(lines, wanted, around)
  return threads.run(task, [lines, wanted, around], { sharer })
}

/** The segments of the transcript; none where it is not kept. */
async function readLines(
  db: Db,
  { workspaceId, recordingId }: Pick<QuoteSource, 'workspaceId' | 'recordingId'>,
): Promise<TimedLine[]> {
  const { rows } = await sql<TimedLine>`
    select segment ->> 'speaker' as speaker, (segment ->> 'start_time')::double precision as start_time,
      (segment ->> 'end_time')::double precision as end_time, segment ->> 'text' as text
    from recordings, json_array_elements(transcript -> 'speech_segments') segment
    where workspace_id = ${workspaceId} and id = ${recordingId} and transcript is not null`.execute(db)
  return rows
}
