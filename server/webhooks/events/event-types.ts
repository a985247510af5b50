/** The types of events that are announced (spec 6). *Pure.* */
import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import { ApiError } from '../../platform/errors.ts'
import { cutShort } from '../../platform/text.ts'
import type { EventType, WebhookRow } from '../../tables.ts'

/** Every type: one that is missing here does not compile. */
const known: Record<EventType, true> = {
  'action_item.assigned': true,
  'action_item.completed': true,
  'ai_note.generated': true,
  'ai_note.shared_to_channel': true,
}

export const eventTypes = Object.keys(known) as EventType[]

/**
 * Reads `enabled_events`; duplicates are dropped. An empty list means every type, and only a user webhook may have it.
 * @throws {ApiError} 400 with the message of spec 7.3 and decision 30
 */
export function readEventTypes(names: string[], scope: WebhookRow['scope']): EventType[] {
  const types = [...new Set(names)]
  const invalid = types.filter((name) => !(eventTypes as string[]).includes(name))
  if (invalid.length > 0) {
    throw new ApiError(400, `Invalid event types: ${quoted(invalid)}. Valid event types: ${eventTypes.join(', ')}`)
  }
  if (types.length === 0 && scope === 'workspace') {
    throw new ApiError(400, 'A workspace webhook must subscribe to at least one event')
  }
  return types as EventType[]
}

const mostQuoted = 20
const longestQuoted = 100

/** The first of these names, cut short. */
function quoted(names: string[]): string {
  const shown = names.slice(0, mostQuoted).map((name) => cutShort(name, longestQuoted))
  const more = names.length - shown.length
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** What a payload looks like: its JSON Schema and an example that fits it. */
export type PayloadDescription = { schema: TSchema; example: object }

/** One type of event as the room that announces it describes it; the two payloads differ as spec 6 says. */
export type EventDescription = { description: string; user: PayloadDescription; workspace: PayloadDescription }

/** Every type; only the composition root knows them all. */
export type EventCatalog = Readonly<Record<EventType, EventDescription>>

const test = Type.Optional(Type.Literal(true, { description: 'Only on test events, which tell of nothing.' }))

/** The schema of a payload together with an example: nothing may be in it that the schema does not name. */
export function payload<P extends TProperties>(properties: P, example: Static<TObject<P>>): PayloadDescription {
  return { schema: Type.Object({ ...properties, test }, { additionalProperties: false }), example }
}

export function exampleFor(catalog: EventCatalog, type: EventType, scope: WebhookRow['scope']): object {
  return catalog[type][scope].example
}
