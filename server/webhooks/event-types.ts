/** The events that a webhook may hear of (spec 6). *Pure.* */
import { ApiError } from '../platform/errors.ts'
import type { EventType, WebhookRow } from '../tables.ts'

export const eventTypes = [
  'action_item.assigned',
  'action_item.completed',
  'ai_note.generated',
  'ai_note.shared_to_channel',
] as const satisfies EventType[]

/**
 * Reads `enabled_events`; doubles are dropped. An empty list means every type, and only a user webhook may ask for that.
 * @throws {ApiError} 400 in the words of spec 7.3 and decision 30
 */
export function readEventTypes(names: string[], scope: WebhookRow['scope']): EventType[] {
  const types = [...new Set(names)]
  const invalid = types.filter((name) => !(eventTypes as string[]).includes(name))
  if (invalid.length > 0) {
    throw new ApiError(400, `Invalid event types: ${invalid.join(', ')}. Valid event types: ${eventTypes.join(', ')}`)
  }
  if (types.length === 0 && scope === 'workspace') {
    throw new ApiError(400, 'A workspace webhook must subscribe to at least one event')
  }
  return types as EventType[]
}
