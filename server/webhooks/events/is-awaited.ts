/** Whether anybody receives a named event (decision 61). Mostly nobody does, so it is asked before an event is made. */
import { type RawBuilder, sql } from 'kysely'
import type { EventType } from '../../platform/postgres/column-types.ts'
import { unnamedTypes } from './event-types.ts'

/** The condition of the indexes `webhooks_of_named` and `listeners_of_named`. */
const namesOthers = sql`not enabled_events <@ ${sql.lit(`{${unnamedTypes}}`)}::text[]`

/** One probe of each index; within another statement it costs no round trip. */
export function isAwaited(type: EventType, workspaceId: string): RawBuilder<boolean> {
  const naming = sql`workspace_id = ${workspaceId} and ${namesOthers} and ${type} = any(enabled_events)`
  return sql<boolean>`(exists (select from webhooks where ${naming})
    or exists (select from listeners where ${naming}))`
}
