/** The events of all rooms. */

import { uploadEvents } from '../making/uploads/upload-failed.ts'
import { itemEvents } from '../meetings/action-items/event-schemas.ts'
import { thingEvents } from '../meetings/notes/named-event-schemas.ts'
import { aiNoteEvents } from '../meetings/recordings/recap-events/event-schemas.ts'
import { healthEvents } from '../webhooks/delivery/health-event-schemas.ts'
import type { EventCatalog } from '../webhooks/events/event-types.ts'

/** Every event type that a webhook can receive, from the rooms that announce it. */
export const eventCatalog: EventCatalog = {
  ...itemEvents,
  ...aiNoteEvents,
  ...thingEvents,
  ...uploadEvents,
  ...healthEvents,
}
