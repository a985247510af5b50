/** Splits a calendar into portions, each of them the work of one transaction. *Pure.* */
import { inBatches } from '../../../platform/in-batches.ts'
import type { CalendarEvent, CalendarMeeting } from '../icalendar/expand.ts'
import { uidIn } from './import-plan.ts'

/** A stored event that a calendar names, as a portion is measured by it. */
export type NamedEvent = { guid: string; attendees: number }

/** What a portion has of one UID. */
export type Part = {
  event: CalendarEvent
  /** Of its new meetings; null if it is no series. */
  seriesId: string | null
  meetings: CalendarMeeting[]
  /** Those of the meetings, and of stored events that may be called off. */
  guids: string[]
}

/**
 * Others wait for a portion, so it takes about a tenth of a second: 100 small meetings, or one with 1,000 attendees. An
 * event with its note takes as long as ten attendees.
 */
export const portionLimits = { size: 1_000, ofEvent: 10 }

/** The events of a calendar in its order; a series may be in several portions. */
export function* portionsOf(events: CalendarEvent[], stored: NamedEvent[], seriesOf: (uid: string) => string | null) {
  const storedOf = Map.groupBy(stored, ({ guid }) => uidIn(guid))
  const pieces = events.flatMap((event) => piecesOf(event, storedOf.get(event.uid) ?? []))
  for (const batch of inBatches(pieces, ({ size }) => size, portionLimits)) {
    const parts: Part[] = []
    for (const [event, some] of Map.groupBy(batch, (piece) => piece.event)) {
      const meetings = some.flatMap(({ meeting }) => meeting ?? [])
      parts.push({ event, seriesId: seriesOf(event.uid), meetings, guids: some.map(({ guid }) => guid) })
    }
    yield parts
  }
}

/** Guids of stored events in portions. */
export function* portionsOfStored(stored: NamedEvent[]): Generator<string[]> {
  for (const batch of inBatches(stored, sizeOf, portionLimits)) yield batch.map(({ guid }) => guid)
}

const sizeOf = ({ attendees }: { attendees: number }) => portionLimits.ofEvent + attendees

function piecesOf(event: CalendarEvent, stored: NamedEvent[]) {
  const known = new Map(stored.map(({ guid, attendees }) => [guid, attendees]))
  const named = event.meetings.map((meeting) => {
    const attendees = Math.max(meeting.attendees.length, known.get(meeting.guid) ?? 0)
    known.delete(meeting.guid)
    return { event, guid: meeting.guid, meeting, size: sizeOf({ attendees }) }
  })
  const others = [...known].map(([guid, attendees]) => ({ event, guid, meeting: null, size: sizeOf({ attendees }) }))
  return [...named, ...others]
}
