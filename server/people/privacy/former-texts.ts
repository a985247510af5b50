/** Keeps the texts that are overwritten or removed while a legal hold covers them (decision 51). */
import { sql } from 'kysely'
import { ApiError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { asRows, type Tx } from '../../platform/postgres/db.ts'
import type { FormerTextRow } from '../../platform/postgres/tables.ts'
import { recordWork } from '../caller/audit.ts'
import { isHeld, isItemHeld } from './legal-hold.ts'

/** `former` is a text, or JSON. */
export type FormerText = Pick<FormerTextRow, 'kind' | 'what'> & { id: string; former: unknown }

/** `userId` overwrites them; null is the operator's command. */
type By = { workspaceId: string; userId: string | null; now: Date }

/** Bytes of a note and all that hangs on it: a small change of a large text must not fill the disk. */
export const maxKeptBytes = 67_108_864

/**
 * Writers call it in their transaction, before they write. Without a hold in the workspace it costs one index lookup.
 * @param readFormer  the texts that will be gone; called only if there is a hold
 * @throws {ApiError} 409 if the note has too many former texts
 */
export async function keepFormerTexts(
  tx: Tx,
  by: By,
  readFormer: () => FormerText[] | Promise<FormerText[]>,
): Promise<void> {
  if (!(await hasHold(tx, by.workspaceId))) return
  const texts = await readFormer()
  if (texts.length === 0) return
  const kept = await insertCovered(tx, by, texts)
  if (kept.length === 0) return
  await requireRoom(
    tx,
    by.workspaceId,
    kept.filter(({ what }) => isLong[what]).map(({ note_id }) => note_id),
  )
  const first = kept.slice(0, maxNamed).map(({ kind, thing_id, what }) => ({ kind, id: thing_id, what }))
  const actor = { workspaceId: by.workspaceId, userId: by.userId ?? '' }
  await recordWork(tx, by.now, actor, { action: 'former_text.keep', details: { kept: kept.length, first } })
}

/** What a small request may overwrite, however long it is: a removed decision has its whole history. The others are as long as requests that somebody sent. */
const isLong = { title: false, item: false, mark: false, decision: true, agenda: true, segments: true, ai_notes: true }

/** The audit row names so many things. */
const maxNamed = 20

async function hasHold(tx: Tx, workspaceId: string): Promise<boolean> {
  const { rows } = await sql`
    select from workspaces where id = ${workspaceId} and (legal_hold is not null or exists (
      select from users where workspace_id = ${workspaceId} and legal_hold is not null))`.execute(tx)
  return rows.length > 0
}

type KeptText = Pick<FormerTextRow, 'kind' | 'thing_id' | 'note_id' | 'what'>

/** Inserts those that a hold covers: of a note, also what hangs on it. */
async function insertCovered(tx: Tx, { workspaceId, userId, now }: By, texts: FormerText[]): Promise<KeptText[]> {
  const incoming = texts.map(({ id, former, ...text }) => {
    return { ...text, id: newId('ft', now), thing_id: id, former, bytes: Buffer.byteLength(JSON.stringify(former)) }
  })
  const { rows } = await sql<KeptText>`
    insert into former_texts (workspace_id, id, at, by_user_id, kind, thing_id, note_id, recording_id, what, former, bytes)
    select ${workspaceId}, text.id, ${now}, ${userId}, text.kind, text.thing_id, thing.note_id, thing.recording_id,
      text.what, text.former, text.bytes
    from ${asRows('former_texts', incoming)} text
    cross join lateral (
      select id as note_id, null as recording_id from notes
      where text.kind = 'note' and workspace_id = ${workspaceId} and id = text.thing_id
      union all
      select note_id, id from recordings
      where text.kind = 'recording' and workspace_id = ${workspaceId} and id = text.thing_id
      union all
      select note_id, null from action_items
      where text.kind = 'action_item' and workspace_id = ${workspaceId} and id = text.thing_id
      union all
      select note_id, recording_id from decisions
      where text.kind = 'decision' and workspace_id = ${workspaceId} and id = text.thing_id) thing
    left join notes note on note.workspace_id = ${workspaceId} and note.id = thing.note_id
    left join action_items item
      on text.kind = 'action_item' and item.workspace_id = ${workspaceId} and item.id = text.thing_id
    where exists (select from workspaces where id = ${workspaceId} and legal_hold is not null)
      or ${isHeld('note')} or ${isItemHeld('item')}
    returning kind, thing_id, note_id, what`.execute(tx)
  return rows
}

async function requireRoom(tx: Tx, workspaceId: string, notes: (string | null)[]): Promise<void> {
  const { rows } = await sql`
    select from former_texts where workspace_id = ${workspaceId} and note_id = any(${notes})
    group by note_id having sum(bytes) > ${sql.lit(maxKeptBytes)} limit 1`.execute(tx)
  if (rows.length === 0) return
  throw new ApiError(409, 'Too many former versions of this meeting are kept; an administrator can say what to do')
}
