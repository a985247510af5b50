/**
 * What somebody sees from now on, or sees no more, because they joined or left a channel (decision 45). It is one change; the
 * channel's things are looked up when it is read, page by page. Meanwhile the channel may gain and lose things: what it
 * had when somebody left it is what it has now, with its later changes undone.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../people/caller/caller.ts'
import type { PublishableKind } from '../../people/sight/visible.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { ChangeRow } from '../../platform/postgres/tables.ts'
import { sees, wasThere } from './concerns.ts'
import type { ChangeKind } from './schemas.ts'

export type Membership = Pick<ChangeRow, 'number' | 'sight' | 'transaction' | 'channel_id'>

/**
 * Which things are read, in this order. `recorded`: the notes of recordings, which list them. `decision` and `recap_decision`:
 * those of notes and of recordings; `beside` them are those that name them. `lost`: what the channel lost since.
 */
export const passes = [
  ...(['note', 'recording', 'recorded', 'action_item'] as const),
  ...(['decision', 'recap_decision', 'beside', 'recap_beside', 'lost'] as const),
] as const
type Pass = (typeof passes)[number]

/** How far the expansion of a change is; `after`: the last thing that was read, as it is ordered; null at the start of a pass. */
export type ExpandedTo = { number: number; pass: Pass; after: [at: number, id: string, item: string] | null }

export type Expanded = { kind: ChangeKind; id: string; change: 'changed' | 'gone' | 'none'; to: ExpandedTo }

/** @returns the start of the pass after this one; null after the last */
export function nextPass(to: ExpandedTo | null, { number, sight }: Membership, kinds: ChangeKind[]): ExpandedTo | null {
  const isWanted = (pass: Pass) => (pass === 'lost' ? sight === 'lost' : kinds.includes(kindOf(pass)))
  const pass = passes.slice(to ? passes.indexOf(to.pass) + 1 : 0).find(isWanted)
  return pass ? { number: Number(number), pass, after: null } : null
}

const kindOf = (pass: Exclude<Pass, 'lost'>): ChangeKind => {
  if (pass === 'recorded') return 'note'
  return pass === 'note' || pass === 'recording' || pass === 'action_item' ? pass : 'decision'
}

/**
 * The next things of a pass.
 * @param most  how many at most; fewer only at the end of the pass
 */
export async function readExpanded(
  db: Db,
  caller: Caller,
  membership: Membership,
  { kinds, from, most }: { kinds: ChangeKind[]; from: ExpandedTo; most: number },
): Promise<Expanded[]> {
  const { number, transaction } = membership
  const { rows } = await sql<Omit<Expanded, 'to'> & { at: string; place: string; item: string }>`
    select change.kind, change.id, ${verdict(caller, membership, from.pass)} as change, change.at, change.place, change.item
    from (${thingsOf(caller, membership, kinds, from)} limit ${sql.lit(most)}) change
    cross join (select ${number}::bigint as number, ${transaction}::bigint as transaction) membership
    cross join lateral (select ${sees(caller)} as sees) sight
    order by change.at, change.place, change.item`.execute(db)
  return rows.map(({ kind, id, change, at, place, item }) => ({
    kind,
    id,
    change,
    to: { ...from, after: [Number(at), place, item] },
  }))
}

/** Rows (workspace_id, kind, id, at, place, item), in the order of the last three. */
function thingsOf(
  { workspace }: Caller,
  { channel_id, number }: Membership,
  kinds: ChangeKind[],
  { pass, after }: ExpandedTo,
): RawBuilder<unknown> {
  if (pass === 'lost')
    return lostSince(workspace.id, { channelId: channel_id, number: after?.[0] ?? Number(number) }, kinds)
  const seen = (kind: PublishableKind) => sql`seen.workspace_id = ${workspace.id} and seen.reader_kind = 'channel'
    and seen.reader_id = ${channel_id} and seen.kind = ${sql.lit(kind)}`
  const at = sql`(extract(epoch from seen.created_at) * 1000)::bigint as at, seen.id as place`
  const [millis, place, item] = after ?? [null, '', '']
  const from = sql`(coalesce(to_timestamp(${millis}::bigint / 1000.0), '-infinity'), ${place}::text)`
  const hung = hungOn(pass, workspace.id)
  if (hung)
    return sql`select seen.workspace_id, ${sql.lit(kindOf(pass))} as kind, item.id, ${at}, item.id as item
      from sight seen cross join lateral (${hung}) item
      where ${seen(pass.startsWith('recap') ? 'recording' : 'note')} and (seen.created_at, seen.id) >= ${from}
        and ((seen.created_at, seen.id) > ${from} or item.id > ${item}::text)
      order by seen.created_at, seen.id, item.id`
  const [kind, id] =
    pass === 'recorded'
      ? ([
          'recording',
          sql`(select note_id from recordings where workspace_id = ${workspace.id} and recordings.id = seen.id)`,
        ] as const)
      : ([pass === 'note' ? 'note' : 'recording', sql`seen.id`] as const)
  return sql`select seen.workspace_id, ${sql.lit(pass === 'recorded' ? 'note' : kind)} as kind, ${id} as id, ${at}, '' as item
    from sight seen where ${seen(kind)} and (seen.created_at, seen.id) > ${from} order by seen.created_at, seen.id`
}

/** The ids of what hangs on the note or recording `seen`; null for a pass of these themselves. */
function hungOn(pass: Pass, workspaceId: string): RawBuilder<unknown> | null {
  if (pass === 'action_item')
    return sql`select id from action_items where workspace_id = ${workspaceId} and note_id = seen.id`
  const kind = sql.lit(pass.startsWith('recap') ? 'recording' : 'note')
  const decisions = sql`from decisions where workspace_id = ${workspaceId} and source_kind = ${kind} and source_id = seen.id`
  if (pass === 'decision' || pass === 'recap_decision') return sql`select id ${decisions}`
  if (pass === 'beside' || pass === 'recap_beside')
    return sql`select beside.id from beside_decisions(${workspaceId}, array(select id ${decisions})) beside (id)`
  return null
}

/** What has no number yet comes with the position before it, so that the next request reads it again. */
function lostSince(
  workspaceId: string,
  { channelId, number }: { channelId: string | null; number: number },
  kinds: ChangeKind[],
): RawBuilder<unknown> {
  const isTheirs = sql`workspace_id = ${workspaceId} and channel_id = ${channelId} and sight = 'lost' and kind = any(${kinds}::text[])`
  return sql`select * from (
      select workspace_id, kind, id, number as at, '' as place, '' as item from changes
      where ${isTheirs} and number > ${number}::bigint
      union all
      select workspace_id, kind, thing.id, ${number}::bigint, '', '' from unnumbered_changes,
        unnest(unnumbered_changes.id || also) thing (id) where ${isTheirs}
    ) lost order by at`
}

/** Things that the reader does not lose with the channel: they show what is lost. */
const namesOthers = new Set<Pass>(['recorded', 'beside', 'recap_beside'])

/** Somebody who left and sees a thing still, or again, misses nothing: its own changes say the rest. */
function verdict({ workspace }: Caller, { sight, channel_id }: Membership, pass: Pass): RawBuilder<unknown> {
  if (sight === 'gained' || namesOthers.has(pass)) return sql`case when sees then 'changed' else 'none' end`
  const thing = { kind: sql`change.kind`, id: sql`change.id`, channel: sql`${channel_id}` }
  const hadIt = sql`coalesce(${wasThere(workspace.id, sql`membership`, thing)}, ${pass === 'lost' ? sql`false` : sql`true`})`
  return sql`case when not sees and ${hadIt} then 'gone' else 'none' end`
}
