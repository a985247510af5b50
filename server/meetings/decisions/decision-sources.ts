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
  sql<DecisionRow>`(select * from decisions where workspace_id = ${workspace.id} and ${condition} offset 0)`

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

/** Each that has a successor. The cost grows with their number. */
export const supersededDecisions = ({ workspace }: Caller): DecisionSource => sql`(
  select decision.* from decision_successions succession
  join decisions decision on decision.workspace_id = succession.workspace_id and decision.id = succession.older
  where succession.workspace_id = ${workspace.id} offset 0)`

/** All that the caller sees, each once. The cost grows with what they see. */
export const seenDecisions = ({ workspace, user }: Caller): DecisionSource => sql`(
  select decision.* from (select distinct kind, id from person_sight
    where workspace_id = ${workspace.id} and user_id = ${user.id}) seen
  join decisions decision on decision.workspace_id = ${workspace.id} and decision.source_kind = seen.kind
    and decision.source_id = seen.id)`

/**
 * How many decisions of the workspace `nearDecisions` reads, and `wide` if these do not fill the page. For a caller who sees a
 * part of the workspace they contain a full page; others see so few that reading all of these is cheap.
 */
export const decisionLimits = { near: 1_000, wide: 16_000 }

/** Where a list begins, and its order. */
export type DecisionRange = { from: RawBuilder<boolean>; order: RawBuilder<unknown> }

const decisionsFrom = ({ workspace }: Caller, { from, order }: DecisionRange) => sql`
  select * from decisions decision where decision.workspace_id = ${workspace.id} and ${from} order by ${order}`

/** Of the first decisions of the workspace, in list order, those that the caller may see. */
export const nearDecisions = (caller: Caller, range: DecisionRange, near = decisionLimits.near): DecisionSource => sql`(
  select * from (${decisionsFrom(caller, range)} limit ${sql.lit(near)}) decision
  where ${decisionVisible(caller)})`

/** Whether `nearDecisions` reads all decisions of the range. */
export async function areAllNear(
  db: Db,
  caller: Caller,
  range: DecisionRange,
  near = decisionLimits.near,
): Promise<boolean> {
  const { rows } = await sql<{ near: boolean }>`
    select not exists (${decisionsFrom(caller, range)} offset ${sql.lit(near)}) as near`.execute(db)
  return rows[0]!.near
}
