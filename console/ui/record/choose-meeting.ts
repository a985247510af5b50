/** Which meetings a recording is offered for: those of the calendar that are now, the nearest first. *Pure.* */

/** With its planned end, if it has one. */
export type Meeting = { id: string; title: string; event_end?: string | null }

type Note = Meeting & { event_start: string | null; event_end: string | null; event_is_all_day?: boolean | null }

/** A meeting may be recorded before it begins, and is longer than planned. */
const marginMs = 15 * 60_000

/** A meeting that is longer than a day is not offered. */
const longestMs = 24 * 60 * 60_000

/** Filters of the list of notes that find all meetings of now of which one may record: those that one attends. */
export const aroundNow = (email: string, now: number) => ({
  event_attendees: email,
  starts_at_start: new Date(now - longestMs).toISOString(),
  starts_at_end: new Date(now + marginMs).toISOString(),
})

export function meetingsNow<N extends Note>(notes: N[], now: number): N[] {
  const startOf = ({ event_start }: N) => Date.parse(event_start!)
  return notes
    .filter((note) => note.event_start !== null && note.event_end !== null && !note.event_is_all_day)
    .filter((note) => startOf(note) - marginMs <= now && now < Date.parse(note.event_end!) + marginMs)
    .sort((one, other) => Math.abs(startOf(one) - now) - Math.abs(startOf(other) - now))
}
