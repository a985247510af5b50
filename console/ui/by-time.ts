/** Orders meetings by time. *Pure.* */

type Timed = { event_start: string | null; event_end: string | null; created_at: string }

/** When the meeting is or was; for a note without an event, its creation time. */
export const timeOf = ({ event_start, created_at }: Timed): string => event_start ?? created_at

/** The day under which it is listed: today while it lasts, as for days away that began yesterday. */
export function dayOf(note: Timed, now: number): string {
  const isOn = note.event_end !== null && Date.parse(timeOf(note)) <= now && Date.parse(note.event_end) > now
  return isOn ? new Date(now).toISOString() : timeOf(note)
}

export const newestFirst = (one: Timed, other: Timed) => Date.parse(timeOf(other)) - Date.parse(timeOf(one))

/**
 * @param now  milliseconds since 1970
 * @returns those that have not ended, the next one first, and the others, the newest first
 */
export function byTime<T extends Timed>(notes: T[], now: number): { upcoming: T[]; earlier: T[] } {
  const sorted = notes.toSorted(newestFirst)
  const isUpcoming = ({ event_end }: Timed) => event_end !== null && Date.parse(event_end) > now
  return { upcoming: sorted.filter(isUpcoming).reverse(), earlier: sorted.filter((note) => !isUpcoming(note)) }
}
