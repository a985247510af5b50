/** Stores the decisions that a language model found in a recording (decision 63). */
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/db.ts'
import { foldCase } from '../../platform/text.ts'
import type { Quote } from '../text-index/locate-quote.ts'
import { changeDecisions, type DecisionChange } from './change-decisions.ts'
import type { ComparisonOptions } from './compare-later.ts'

/** `quote` is what `locateQuote` found in the transcript: nothing is kept that was not said. */
export type FoundDecision = { text: string; quote: Quote }

type Known = { id: string; text_folded: string; quote: string | null; is_kept: boolean }

/**
 * What people made, confirmed or changed stays, and so does what takes part in a succession. What the model found before and
 * finds again keeps its id; what it finds no more goes. Where the transcript is not kept, the quotation is not either. The
 * caller has locked the recording and indexes the texts.
 */
export async function keepDetected(
  tx: Tx,
  { recordingId, ...options }: ComparisonOptions & { recordingId: string },
  found: FoundDecision[],
): Promise<{ created: number; removed: number }> {
  const { workspaceId } = options
  const { rows: notes } = await sql<{ id: string; has_transcript: boolean }>`
    select note_id as id, transcript is not null as has_transcript from recordings where workspace_id = ${workspaceId} and id = ${recordingId}`.execute(
    tx,
  )
  const { id: noteId, has_transcript } = notes[0] ?? {}
  if (noteId === undefined) return { created: 0, removed: 0 }
  // The note first, as every writer of decisions does.
  await sql`select from notes where workspace_id = ${workspaceId} and id = ${noteId} for no key update`.execute(tx)
  const left = new Set(await readKnown(tx, workspaceId, recordingId))
  const takeKnown = (isSame: (known: Known) => boolean) => {
    const known = left.values().find(isSame)
    if (known) left.delete(known)
    return known
  }
  const wanted = [...Map.groupBy(found, ({ text }) => foldCase(text))].map(([words, [first]]) => ({
    ...first!,
    known: takeKnown(({ text_folded }) => text_folded === words),
  }))
  // A quotation may prove several, so it names only what no words did.
  for (const each of wanted)
    each.known ??= takeKnown(({ quote }) => quote !== null && foldCase(quote) === foldCase(each.quote.text))
  const fresh = wanted.filter(({ known }) => !known)
  const changed = wanted.flatMap(({ known, text, quote }): DecisionChange[] =>
    known && !known.is_kept ? [{ id: known.id, text, ...(has_transcript && { quote }) }] : [],
  )
  const created = fresh.map(({ text, quote }) => {
    const proof = has_transcript ? { quote } : { start_time: quote.line.start_time }
    return { text, recording_id: recordingId, ...proof }
  })
  const removed = [...left].filter(({ is_kept }) => !is_kept).map(({ id }) => id)
  const change = { ...options, noteId, actorId: null, through: 'ai_notes' as const }
  await changeDecisions(tx, change, { created, changed, removed })
  return { created: created.length, removed: removed.length }
}

async function readKnown(tx: Tx, workspaceId: string, recordingId: string): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select id, text_folded, quote, changed_by_people or not detected or exists (
        select from decision_successions where workspace_id = ${workspaceId} and (newer = decision.id or older = decision.id)
      ) as is_kept
    from decisions decision where workspace_id = ${workspaceId} and recording_id = ${recordingId}
    order by is_kept desc, id`.execute(tx)
  return rows
}
