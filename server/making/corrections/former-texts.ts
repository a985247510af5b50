/** What a change of a recording overwrites, for a legal hold to keep (decision 51). */
import { sql } from 'kysely'
import type { FormerText } from '../../people/privacy/former-texts.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { formerNotes } from '../writing/store-notes.ts'
import type { LockedRecording } from './lock-recording.ts'
import type { CorrectionPlan } from './plan-correction.ts'

export async function readFormer(
  tx: Tx,
  workspaceId: string,
  { id, title, ai_notes }: LockedRecording,
  plan: CorrectionPlan,
): Promise<FormerText[]> {
  const segments = plan.transcript === undefined ? [] : await formerSegments(tx, workspaceId, id, plan.transcript)
  return [
    ...(plan.title === undefined ? [] : [{ kind: 'recording' as const, id, what: 'title' as const, former: title }]),
    ...segments,
    ...(plan.aiNotes ? formerNotes(id, ai_notes) : []),
  ]
}

/** What differs in the new transcript. */
export async function formerSegments(
  tx: Tx,
  workspaceId: string,
  id: string,
  transcript: string,
): Promise<FormerText[]> {
  const segments = await readChanged(tx, workspaceId, id, transcript)
  return segments.length > 0 ? [{ kind: 'recording', id, what: 'segments', former: segments }] : []
}

/** The stored segments that differ in the new transcript, each with its index. PostgreSQL compares, not the event loop. */
async function readChanged(tx: Tx, workspaceId: string, id: string, transcript: string): Promise<object[]> {
  const { rows } = await sql<{ index: number; segment: object }>`
    select (stored.number - 1)::integer as index, stored.segment from recordings
    cross join lateral json_array_elements(transcript -> 'speech_segments') with ordinality stored (segment, number)
    left join json_array_elements(${transcript}::json -> 'speech_segments') with ordinality wanted (segment, number)
      on wanted.number = stored.number
    where workspace_id = ${workspaceId} and id = ${id} and stored.segment::jsonb is distinct from wanted.segment::jsonb
    order by stored.number`.execute(tx)
  return rows.map(({ index, segment }) => ({ index, ...segment }))
}
