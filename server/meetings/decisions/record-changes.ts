/** Writes the history of decisions, in the transaction of the change (decision 63). */
import { sql } from 'kysely'
import { isHeld } from '../../people/privacy/legal-hold.ts'
import { newId } from '../../platform/id.ts'
import type { RecordedChange } from '../../platform/postgres/column-types.ts'
import { asRows, type Tx } from '../../platform/postgres/db.ts'
import type { DecisionChangeRow } from '../../platform/postgres/tables.ts'

/** `actorId` makes the change; null for AI notes and for the operator. */
export type ChangeAuthor = {
  workspaceId: string
  actorId: string | null
  through: DecisionChangeRow['through']
  now: Date
  holdSeconds: number
}

/** `isUnsigned`: readers of this decision need not see what somebody changed. */
export type NewEntry = { decision_id: string; change: RecordedChange; other?: string; isUnsigned?: boolean }

/** More than people change in a decision; older entries are deleted, except under legal hold. */
export const maxEntries = 500

/**
 * An entry without a change is not written, nor one of a decision that is gone, or goes meanwhile. What a successor does to a withdrawn decision
 * does not change it.
 */
export async function recordChanges(tx: Tx, author: ChangeAuthor, entries: NewEntry[]): Promise<void> {
  const some = entries.filter(({ change }) => Object.keys(change).length > 0)
  const left = author.through === 'agenda' ? await continueTyping(tx, author, some) : some
  if (left.length === 0) return
  const { workspaceId, actorId, through, now } = author
  const counts = new Map<string, number>()
  // Entries of one decision get times one millisecond apart, so that the history keeps their order.
  const rows = left.map(({ decision_id, change, other, isUnsigned }) => {
    const before = counts.get(decision_id) ?? 0
    counts.set(decision_id, before + 1)
    const at = new Date(now.getTime() + before)
    return { id: newId('dc', now), decision_id, at, user_id: isUnsigned ? null : actorId, through, change, other }
  })
  await sql`
    insert into decision_changes (workspace_id, id, decision_id, at, user_id, through, change, other)
    select ${workspaceId}, entry.id, entry.decision_id, entry.at + coalesce((
        select max(at) + interval '1 ms' - ${now}::timestamptz from decision_changes
        where workspace_id = ${workspaceId} and decision_id = entry.decision_id
          and at >= ${now}::timestamptz and at < ${now}::timestamptz + interval '1 s'), interval '0'),
      entry.user_id, entry.through, entry.change, entry.other
    from ${asRows('decision_changes', rows)} entry
    join decisions decision on decision.workspace_id = ${workspaceId} and decision.id = entry.decision_id
    where entry.other is null or not entry.change ? 'status' or decision.status = 'stands'
    for key share of decision`.execute(tx)
  await sql`
    delete from decision_changes where workspace_id = ${workspaceId} and id in (
      select id from (
        select entry.id, row_number() over (partition by entry.decision_id order by entry.at desc, entry.id desc) as number
        from decisions decision
        join notes note on note.workspace_id = decision.workspace_id and note.id = decision.note_id
        join decision_changes entry on entry.workspace_id = decision.workspace_id and entry.decision_id = decision.id
        where decision.workspace_id = ${workspaceId} and decision.id = any(${[...counts.keys()]}) and not ${isHeld('note')}) entry
      where number > ${sql.lit(maxEntries)})`.execute(tx)
}

/** Says in the history of the decisions that these replace what became of them. */
export async function recordOlder(
  tx: Tx,
  author: ChangeAuthor,
  newer: string[],
  status: 'stands' | 'superseded',
): Promise<void> {
  if (newer.length === 0) return
  const { rows } = await sql<{ older: string; newer: string }>`select older, newer from decision_successions
    where workspace_id = ${author.workspaceId} and newer = any(${newer}) order by older`.execute(tx)
  await recordChanges(
    tx,
    author,
    rows.map(({ older, newer }) => ({ decision_id: older, change: { status }, other: newer })),
  )
}

/**
 * An agenda is saved while somebody types: what they write within the window of decision 26 after their last entry is part of
 * that entry.
 * @returns the entries that are not
 */
async function continueTyping(tx: Tx, author: ChangeAuthor, entries: NewEntry[]): Promise<NewEntry[]> {
  const typed = entries.filter(({ change }) => Object.keys(change).join() === 'text')
  const last = await readLastTyped(
    tx,
    author,
    typed.map(({ decision_id }) => decision_id),
  )
  if (last.size === 0) return entries
  const continued = typed.flatMap(({ decision_id, change }) => {
    const entry = last.get(decision_id)
    // The first words of a new decision are no change of it.
    if (!entry?.change.text) return []
    const text = { from: entry.change.text.from, to: change.text!.to }
    return [{ id: entry.id, at: author.now, change: { text } }]
  })
  const { workspaceId } = author
  if (continued.length > 0) {
    await sql`update decision_changes set at = typed.at, change = typed.change
      from ${asRows('decision_changes', continued)} typed
      where decision_changes.workspace_id = ${workspaceId} and decision_changes.id = typed.id`.execute(tx)
    const undone = continued.filter(({ change: { text } }) => text.from === text.to).map(({ id }) => id)
    await sql`delete from decision_changes where workspace_id = ${workspaceId} and id = any(${undone})`.execute(tx)
  }
  return entries.filter((entry) => !typed.includes(entry) || !last.has(entry.decision_id))
}

/** The last entries of these decisions, if the author has typed them just now. */
async function readLastTyped(
  tx: Tx,
  { workspaceId, actorId, now, holdSeconds }: ChangeAuthor,
  ids: string[],
): Promise<Map<string, Pick<DecisionChangeRow, 'id' | 'change'>>> {
  if (ids.length === 0) return new Map()
  const since = new Date(now.getTime() - holdSeconds * 1_000)
  const { rows } = await sql<Pick<DecisionChangeRow, 'id' | 'decision_id' | 'change'>>`
    select entry.id, entry.decision_id, entry.change from unnest(${ids}::text[]) typed (id)
    cross join lateral (select * from decision_changes
      where workspace_id = ${workspaceId} and decision_id = typed.id order by at desc, id desc limit 1) entry
    where entry.user_id = ${actorId} and entry.through = 'agenda' and entry.at > ${since}::timestamptz
      and entry.change - '{made,text}'::text[] = '{}'`.execute(tx)
  return new Map(rows.map(({ decision_id, ...entry }) => [decision_id, entry]))
}
