import { aiNoteEvents } from './event-schemas.ts'

export const recapEventsRoom = { events: aiNoteEvents }
