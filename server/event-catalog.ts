/** The events of all rooms. */
import { itemEvents } from './action-items/event-schemas.ts'
import { recapEvents } from './recordings/library/event-schemas.ts'
import type { EventCatalog } from './webhooks/events/event-types.ts'

/** What webhooks may be told, by the rooms that tell it. */
export const eventCatalog: EventCatalog = { ...itemEvents, ...recapEvents }
