/** Orders meetings by time. *Pure.* */
import { midnightOf } from '../../meeting-import/whole-days.ts'

type Started = { event_start: string | null; event_is_all_day: boolean; created_at: string }
type Timed = Started & { event_end: string | null }

/** When the meeting is or was; for a note without an event, its creation time. */
export const timeOf = ({ event_start, event_is_all_day, created_at }: Started): string =>
  event_start && event_is_all_day ? midnightOf(event_start) : (event_start ?? created_at)

/** Whether the note has an event that has not ended. */
function isAhead({ event_end, event_is_all_day }: Timed, now: number): boolean {
  return event_end !== null && Date.parse(event_is_all_day ? midnightOf(event_end) : event_end) > now
}

/** The day under which it is listed: today while it lasts, as for days away that began yesterday. */
export function dayOf(note: Timed, now: number): string {
  const isOn = Date.parse(timeOf(note)) <= now && isAhead(note, now)
  return isOn ? new Date(now).toISOString() : timeOf(note)
}

export const newestFirst = (one: Started, other: Started) => Date.parse(timeOf(other)) - Date.parse(timeOf(one))

/**
 * @param now  milliseconds since 1970
 * @returns those that have not ended, the next one first, and the others, the newest first
 */
export function byTime<T extends Timed>(notes: T[], now: number): { upcoming: T[]; earlier: T[] } {
  const sorted = notes.toSorted(newestFirst)
  const isUpcoming = (note: T) => isAhead(note, now)
  return { upcoming: sorted.filter(isUpcoming).reverse(), earlier: sorted.filter((note) => !isUpcoming(note)) }
}
