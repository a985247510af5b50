/** What rooms pass to `announce`: the domain events, their audience, and the payload for each recipient. */
import { type RawBuilder, sql } from 'kysely'
import type { EventType } from '../../platform/postgres/column-types.ts'
import type { ChatKind } from '../../platform/postgres/tables.ts'

export type DomainEvent = {
  type: EventType
  /** Announcing an event again under the same key does nothing. */
  key: string
  /** What the audience depends on. */
  facts: object
  /** Whether workspace webhooks are recipients: they receive each event once (spec 6.4). */
  toWorkspace: boolean
  /** The webhook that the event is about: it does not receive the event. */
  exceptWebhook?: string
  /** What the payloads quote: deleting it empties them (decision 19 on deletion). */
  about: { noteId?: string | null; recordingId?: string | null; itemId?: string | null }
  /** The trace of what caused it, if that is not the current one (`platform/telemetry/trace.ts`). */
  trace?: string | null
}

/** An event that has recipients; the people among them, with a user webhook or listening; whether a chat is. */
export type Received<Each extends DomainEvent> = { event: Each; userIds: string[]; toChat: boolean }

/**
 * The payloads, made one by one as they are written: each may hold a whole transcript. `user` is null for somebody who lost
 * sight of it meanwhile, and gets nothing. `channel` is for a chat.
 */
export type Bodies = { user(userId: string): object | null; workspace(): object; channel?(chat: ChatKind): object }

/** Any number of events of one workspace, whose recipients are read in one statement. */
export type EventBatch<Each extends DomainEvent> = {
  workspaceId: string
  events: Each[]
  /** The condition for recipients, over `user_id`, `workspace_id` of `webhooks` and `event_type`, `facts` of `domain_event`. */
  audience: RawBuilder<boolean>
  /** The same for webhooks of channels, over `channel_id`; without it they are no recipients. */
  channelAudience?: RawBuilder<boolean>
  /** The payloads of these events, in their order. */
  bodiesOf(received: Received<Each>[]): Promise<Bodies[]>
}

/** The events as a table, for the condition of the audience. */
export function asDomainEvents<Each extends DomainEvent>({ events }: EventBatch<Each>): RawBuilder<unknown> {
  const rows = events.map(({ type, facts, toWorkspace, exceptWebhook }, index) => ({
    index,
    event_type: type,
    facts,
    to_workspace: toWorkspace,
    except_webhook: exceptWebhook,
  }))
  return sql`json_to_recordset(${JSON.stringify(rows)}::json)
    as domain_event (index integer, event_type text, facts jsonb, to_workspace boolean, except_webhook text)`
}
