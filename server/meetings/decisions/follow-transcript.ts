/** Keeps the quotations of a recording's decisions as its transcript has them, when that changes (decision 63). */
import { sql } from 'kysely'
import type { Context } from '../../platform/context/context.ts'
import { ResourceLimitError } from '../../platform/errors.ts'
import { asRows, type Tx } from '../../platform/postgres/db.ts'
import { findQuotes, type QuoteSource } from './find-quotes.ts'

type Quoted = { id: string; quote: string; speaker: string | null; start_time: number | null }

/** Seconds before and after its moment in which a quotation is looked for. */
const around = { before: 60, after: 180 }

/**
 * Call it in the transaction that writes the transcript. What still stands there has the words and the speaker of the
 * transcript; what does not loses its quotation, because nobody said it. No decision goes.
 * @param recording  `mayForget`: if it takes too much time or memory all quotations go, as words that took hours would
 * @throws {ResourceLimitError} it takes too much time or memory
 */
export async function followTranscript(
  tx: Tx,
  deps: Pick<Context, 'threads'>,
  recording: QuoteSource & { now: Date; mayForget?: boolean },
): Promise<void> {
  const { workspaceId, recordingId, now } = recording
  const { rows: quoted } = await sql<Quoted>`select id, quote, speaker, start_time from decisions
    where workspace_id = ${workspaceId} and recording_id = ${recordingId} and quote is not null`.execute(tx)
  if (quoted.length === 0) return
  const found = await findQuotes(tx, deps, { ...recording, around }, quoted).catch((error: unknown) => {
    if (recording.mayForget && error instanceof ResourceLimitError) return []
    throw error
  })
  const changed = quoted.flatMap(({ id, quote, speaker }, index) => {
    const after = { quote: found[index]?.text ?? null, speaker: found[index]?.line.speaker || null }
    return after.quote === quote && after.speaker === speaker ? [] : [{ id, ...after }]
  })
  if (changed.length === 0) return
  await sql`update decisions set quote = changed.quote, speaker = changed.speaker,
      updated_at = greatest(decisions.updated_at, ${now}::timestamptz)
    from ${asRows('decisions', changed)} changed
    where decisions.workspace_id = ${workspaceId} and decisions.id = changed.id`.execute(tx)
}
