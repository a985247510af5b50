/** Keeps the quotations of a recording's decisions as its transcript has them, when that changes (decision 63). */
import { sql } from 'kysely'
import { asRows, type Tx } from '../../platform/postgres/db.ts'
import { locateQuote } from '../text-index/locate-quote.ts'
import { readLines } from './find-quote.ts'

type Quoted = { id: string; quote: string; speaker: string | null; start_time: number | null }

/** Seconds before and after its moment in which a quotation is looked for. */
const around = { before: 60, after: 180 }

/**
 * Call it in the transaction that writes the transcript. What still stands there has the words and the speaker of the
 * transcript; what does not loses its quotation, because nobody said it. No decision goes.
 */
export async function followTranscript(
  tx: Tx,
  { workspaceId, recordingId, now }: { workspaceId: string; recordingId: string; now: Date },
): Promise<void> {
  const { rows: quoted } = await sql<Quoted>`select id, quote, speaker, start_time from decisions
    where workspace_id = ${workspaceId} and recording_id = ${recordingId} and quote is not null`.execute(tx)
  if (quoted.length === 0) return
  const lines = await readLines(tx, { workspaceId, recordingId })
  const changed = quoted.flatMap(({ id, quote, speaker, start_time }) => {
    const isNear = (line: { start_time: number }) =>
      start_time === null ||
      (line.start_time >= start_time - around.before && line.start_time <= start_time + around.after)
    const found = locateQuote(lines.filter(isNear), quote)
    const after = { quote: found?.text ?? null, speaker: found?.line.speaker || null }
    return after.quote === quote && after.speaker === speaker ? [] : [{ id, ...after }]
  })
  if (changed.length === 0) return
  await sql`update decisions set quote = changed.quote, speaker = changed.speaker,
      updated_at = greatest(decisions.updated_at, ${now}::timestamptz)
    from ${asRows('decisions', changed)} changed
    where decisions.workspace_id = ${workspaceId} and decisions.id = changed.id`.execute(tx)
}
