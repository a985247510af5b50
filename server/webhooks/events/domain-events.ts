/** What rooms hand over to be told: what happened, whom it concerns, and what it says to whom. */
import { type RawBuilder, sql } from 'kysely'
import type { EventType } from '../../tables.ts'

export type Happening = {
  type: EventType
  /** Names this happening, so that telling it again tells nothing. */
  key: string
  /** What the audience depends on. */
  terms: object
  /** Whether workspace webhooks hear of it: once of everything (spec 6.4). */
  toWorkspace: boolean
  /** What the payloads quote: deleting it empties them (decision 19). */
  about: { noteId?: string | null; recordingId?: string | null; itemId?: string | null }
}

/** A happening that is heard, and the people who hear of it: with a user webhook, or as listeners. */
export type Heard<Each extends Happening> = { happening: Each; userIds: string[] }

/** The payloads, made one by one as they are written: each may hold a whole transcript. */
export type Bodies = { user(userId: string): object; workspace(): object }

/** Any number of happenings of one workspace, for the price of one look at who hears. */
export type News<Each extends Happening> = {
  workspaceId: string
  happenings: Each[]
  /** Over `user_id` and `workspace_id` of `webhooks`, and `event_type` and `terms` of `happening`: whom it concerns. */
  audience: RawBuilder<boolean>
  /** What these happenings say, in their order. */
  bodiesOf(heard: Heard<Each>[]): Promise<Bodies[]>
}

/** The happenings as a table, for the audience to look at. */
export function asHappening<Each extends Happening>({ happenings }: News<Each>): RawBuilder<unknown> {
  const rows = happenings.map(({ type, terms, toWorkspace }, place) => ({
    ...{ place, event_type: type, terms, to_workspace: toWorkspace },
  }))
  return sql`json_to_recordset(${JSON.stringify(rows)}::json)
    as happening (place integer, event_type text, terms jsonb, to_workspace boolean)`
}
