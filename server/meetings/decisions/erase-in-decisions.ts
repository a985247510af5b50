/** Removes an erased person from decisions of meetings that they took part in (decision 50). */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Erasure, NamedThing } from '../../people/privacy/erasure.ts'
import { nameEraser } from '../../people/privacy/name-eraser.ts'
import type { RecordedChange } from '../../platform/postgres/column-types.ts'
import { asRows, type Tx } from '../../platform/postgres/db.ts'
import { foldCase } from '../../platform/text.ts'

type Erased = { id: string; text: string; quote: string | null; speaker: string | null }

/** Short names too, which are theirs only there; the long ones are erased from all decisions (room.ts). */
export async function eraseInDecisions(
  tx: Tx,
  { workspaceId, userId, names, now }: Erasure,
  things: { notes: NamedThing[]; recordings: NamedThing[] },
): Promise<void> {
  const near = (of: NamedThing[]) => of.flatMap(({ id, took_part }) => (took_part ? id : []))
  const { rows } = await sql<Erased>`
    select id, text, quote, speaker from decisions
    where workspace_id = ${workspaceId} and (recording_id is null and note_id = any(${near(things.notes)})
      or recording_id = any(${near(things.recordings)}))
    order by id for no key update`.execute(tx)
  const { line, value } = nameEraser(userId, names, true)
  const lineOrNull = (text: string | null) => (text === null ? null : line(text))
  const changed = rows.flatMap((before) => {
    const after = { text: line(before.text), quote: lineOrNull(before.quote), speaker: lineOrNull(before.speaker) }
    const isSame = after.text === before.text && after.quote === before.quote && after.speaker === before.speaker
    return isSame ? [] : [{ id: before.id, ...after, text_folded: foldCase(after.text) }]
  })
  if (changed.length > 0)
    await sql`
    update decisions set text = erased.text, text_folded = erased.text_folded, quote = erased.quote,
      speaker = erased.speaker, updated_at = greatest(decisions.updated_at, ${now}::timestamptz)
    from ${asRows('decisions', changed)} erased
    where decisions.workspace_id = ${workspaceId} and decisions.id = erased.id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await eraseInHistory(tx, workspaceId, ids, value)
}

async function eraseInHistory(
  tx: Tx,
  workspaceId: string,
  decisionIds: string[],
  erase: (change: RecordedChange) => RecordedChange,
): Promise<void> {
  const { rows } = await sql<{ id: string; change: RecordedChange }>`
    select id, change from decision_changes where workspace_id = ${workspaceId} and decision_id = any(${decisionIds})
      and change ? 'text'`.execute(tx)
  const changed = rows.flatMap(({ id, change }) => {
    const after = erase(change)
    return isDeepStrictEqual(after, change) ? [] : [{ id, change: after }]
  })
  if (changed.length === 0) return
  await sql`
    update decision_changes set change = erased.change from ${asRows('decision_changes', changed)} erased
    where decision_changes.workspace_id = ${workspaceId} and decision_changes.id = erased.id`.execute(tx)
}
