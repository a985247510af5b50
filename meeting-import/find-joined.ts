/** Which meeting of the calendar was recorded, if there is no doubt (docs/decisions/imports.md). *Pure.* */
import { foldCase } from '../server/platform/text.ts'
import type { ImportMeeting, JoinedNote } from './meetings.ts'
import { midnightOf } from './whole-days.ts'

/** A note of the service with an event. */
export type ListedNote = {
  id: string
  title: string
  event_start: string
  event_end: string | null
  event_is_all_day: boolean
  event_attendees: string[]
}

/** A recording may begin before the meeting, as for recorders. */
const earlyMs = 15 * 60_000

/** @returns null: no meeting fits, or several do */
export function findJoined(meeting: ImportMeeting, notes: ListedNote[]): JoinedNote | null {
  if (meeting.startedAt === null) return null
  const at = new Date(meeting.startedAt)
  const fits = notes.filter((note) => {
    const isSame = isSameTitle(meeting.title, note.title)
    if (!meeting.hasTime) return isSame && isSameDay(at, new Date(startOf(note)))
    return isDuring(at.getTime(), note) && (isSame || sharesPerson(meeting, note))
  })
  // Of two at once the one with the same title is meant.
  const named = fits.filter(({ title }) => isSameTitle(meeting.title, title))
  const [one, other] = named.length === 1 ? named : fits
  return one && !other ? { id: one.id, title: one.title, start: startOf(one) } : null
}

/** A meeting of whole days begins with its day on the calendar of this machine, as the console shows it. */
const startOf = ({ event_start, event_is_all_day }: ListedNote) =>
  event_is_all_day ? midnightOf(event_start) : event_start

function isDuring(at: number, note: ListedNote): boolean {
  const { event_end, event_is_all_day } = note
  if (event_is_all_day)
    return at >= Date.parse(startOf(note)) && at < Date.parse(midnightOf(event_end ?? note.event_start))
  return (
    at >= Date.parse(startOf(note)) - earlyMs && at < Date.parse(event_end ?? startOf(note)) + (event_end ? 0 : earlyMs)
  )
}

/** On the calendar of this machine. */
const isSameDay = (one: Date, other: Date) => one.toDateString() === other.toDateString()

const wordsOf = (title: string) =>
  foldCase(title)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
const isSameTitle = (one: string, other: string) => wordsOf(one) !== '' && wordsOf(one) === wordsOf(other)

/** Two shared addresses, or one where only one is invited: everybody is in many meetings with themselves. */
function sharesPerson({ people }: ImportMeeting, { event_attendees }: ListedNote): boolean {
  const invited = new Set(event_attendees.map((address) => address.toLowerCase()))
  const shared = people.filter(({ email }) => email !== undefined && invited.has(email)).length
  return shared >= Math.min(2, Math.max(1, invited.size))
}
