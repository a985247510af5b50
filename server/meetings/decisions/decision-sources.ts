/** The rows that lists of decisions read: the few that may be on the page, not the whole workspace. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../people/caller/caller.ts'
import { type Db, decisive } from '../../platform/postgres/db.ts'
import type { DecisionRow } from '../../platform/postgres/tables.ts'
import { type DecisionSource, decisionVisible } from './read-decisions.ts'

/** All decisions, for super admins. */
export const allDecisions: DecisionSource = sql`decisions`

/** Those that an index of this condition finds. With `offset 0` PostgreSQL does not go through the order of the list instead. */
export const decisionsWhere = ({ workspace }: Caller, condition: RawBuilder<unknown>): DecisionSource =>
  sql<DecisionRow>`(select * from decisions decision where workspace_id = ${workspace.id} and ${condition} offset 0)`

/** The cost grows with the series. */
export const seriesDecisions = ({ workspace }: Caller, seriesId: string): DecisionSource => sql`(
  select decision.* from notes note
  join decisions decision on decision.workspace_id = note.workspace_id and decision.note_id = note.id
  where note.workspace_id = ${workspace.id} and note.series_id = ${decisive(seriesId)} offset 0)`

/** The cost grows with what the channel reads. */
export const channelDecisions = ({ workspace }: Caller, channelId: string): DecisionSource => sql`(
  select decision.* from sight seen
  join decisions decision on decision.workspace_id = ${workspace.id} and decision.source_kind = seen.kind
    and decision.source_id = seen.id
  where seen.workspace_id = ${workspace.id} and seen.reader_kind = 'channel' and seen.reader_id = ${channelId} offset 0)`

/** Of these, those that the caller sees. */
export const visibleDecisions = (caller: Caller, source: DecisionSource): DecisionSource =>
  sql`(select * from ${source} decision where ${decisionVisible(caller)})`

/** Of each that has a successor. */
export const isOlder = ({ workspace }: Caller): RawBuilder<unknown> =>
  sql`decision.id in (select older from decision_successions where workspace_id = ${workspace.id})`

/**
 * All that the caller sees and that meet the condition, each once. PostgreSQL begins with the fewest: what they see, or what
 * meets the condition. Recordings and notes are apart, because many see many notes without a decision.
 */
export function seenDecisions({ workspace, user }: Caller, condition: RawBuilder<unknown>): DecisionSource {
  const of = (kind: 'recording' | 'note') => sql`select * from decisions decision
    where workspace_id = ${workspace.id} and source_kind = ${sql.lit(kind)} and source_id in (
      select id from person_sight where workspace_id = ${workspace.id} and user_id = ${user.id} and kind = ${sql.lit(kind)})
      and ${condition}`
  return sql`(${of('recording')} union all ${of('note')} offset 0)`
}

/**
 * How many decisions of the workspace `nearDecisions` reads. For a caller who sees a part of the workspace they contain a full
 * page; others see so few that reading all of these is cheap.
 */
export const decisionLimits = { near: 1_000 }

/** Where a list begins, and its order. */
export type DecisionRange = { from: RawBuilder<boolean>; order: RawBuilder<unknown> }

const decisionsFrom = ({ workspace }: Caller, { from, order }: DecisionRange) => sql`
  select * from decisions decision where decision.workspace_id = ${workspace.id} and ${from} order by ${order}`

/** Of the first decisions of the workspace, in list order, those that the caller may see. */
export const nearDecisions = (caller: Caller, range: DecisionRange): DecisionSource =>
  visibleDecisions(caller, sql`(${decisionsFrom(caller, range)} limit ${sql.lit(decisionLimits.near)})`)

/** Whether `nearDecisions` reads all decisions of the range. */
export async function areAllNear(db: Db, caller: Caller, range: DecisionRange): Promise<boolean> {
  const { rows } = await sql<{ near: boolean }>`
    select not exists (${decisionsFrom(caller, range)} offset ${sql.lit(decisionLimits.near)}) as near`.execute(db)
  return rows[0]!.near
}
