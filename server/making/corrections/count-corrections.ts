/** What people corrected by hand since the words were transcribed, which another transcription would replace. */
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/db.ts'

export type Corrections = { words: number; notes: boolean }

/** The history has them. `words` are renames and corrected segments; `notes`: AI notes that a person edited. */
export async function countCorrections(
  tx: Tx,
  { workspace_id, recording_id }: { workspace_id: string; recording_id: string },
): Promise<Corrections> {
  const { rows } = await sql<Corrections>`
    with history as (
      select at, change from recording_changes where workspace_id = ${workspace_id} and recording_id = ${recording_id})
    select coalesce(sum(coalesce(jsonb_array_length(change -> 'speakers'), 0)
        + coalesce(jsonb_array_length(change -> 'segments'), 0)
        + coalesce((change ->> 'segments_left_out')::integer, 0)) filter (where not exists (
          select from history later where later.at > entry.at and later.change ->> 'transcript' = 'transcribed_again')),
        0)::integer as words,
      coalesce(bool_or(change ->> 'ai_notes' = 'edited' and not exists (
        select from history later where later.at > entry.at and later.change ->> 'ai_notes' = 'written_anew')),
        false) as notes
    from history entry`.execute(tx)
  return rows[0]!
}

/** The beginning of a sentence; null if nothing was corrected. */
export function describeCorrections({ words, notes }: Corrections): string | null {
  const lost = [
    ...(words > 0 ? [`${words} ${words === 1 ? 'correction' : 'corrections'} of words and speakers`] : []),
    ...(notes ? ['AI notes that a person edited'] : []),
  ]
  return lost.length > 0 ? lost.join(' and ') : null
}
