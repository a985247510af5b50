/** Computes the meetings of one UID, an event or a series, within a window of time. *Pure.* */
import { isStorableTime } from '../../../platform/time.ts'
import type { Attendee } from './attendees.ts'
import type { Content } from './content.ts'
import { dayMs } from './days.ts'
import { UnsupportedEvent } from './errors.ts'
import { alignTo, maxMeetings, type Occurrence, occurrencesOf, type Window } from './occurrences.ts'
import { type Length, momentOf, type Reading } from './property.ts'
import { type EventText, maxDates } from './read-event.ts'
import type { Effort } from './recurrence.ts'
import { type Revision, revisionOf } from './revision.ts'
import { wallAt } from './zones.ts'

/** One meeting; other calendars use the same guid. */
export type CalendarMeeting = {
  guid: string
  starts_at: Date
  ends_at: Date
  all_day: boolean
  inWindow: boolean
} & Content &
  Revision

/** The content of a calendar for one UID. */
export type CalendarEvent = {
  uid: string
  /** Null if it comes from no file. */
  line: number | null
  title: string
  /** The title is that of the series; otherwise of one of its meetings, and a known series keeps its own. */
  isSeriesTitle: boolean
  recurring: boolean
  /** All of its meetings in the window are listed, so a stored meeting that is missing was removed. */
  complete: boolean
  /** The whole event or series was cancelled. */
  cancelled: boolean
  meetings: CalendarMeeting[]
  /** Of the event or series itself. */
  cancellation: Cancellation
  /** Occurrences that were removed or cancelled, by guid. */
  gone: Map<string, Cancellation>
}

/** What cancels an event, if it is cancelled. */
export type Cancellation = {
  revision: Revision
  /** The people whom a cancelling mail names; only they may be removed. Empty for any other calendar. */
  dismissed: Attendee[]
  /** Left out of a series (EXDATE): called off, or tidied away by the person whose calendar it is. */
  isExcluded?: boolean
}

/** PostgreSQL must be able to index it. */
const longestGuid = 1_024

/**
 * @param texts  the event or series itself, if present, and its changed occurrences; the newest revision of each
 * @throws {UnsupportedEvent} the meetings cannot be computed, or are too many
 */
export function expand(uid: string, texts: EventText[], window: Window, effort: Effort): CalendarEvent {
  const own = texts.find(({ recurrenceId }) => !recurrenceId)
  const others = texts.filter(({ recurrenceId }) => recurrenceId)
  const recurring = others.length > 0 || Boolean(own?.rules.length || own?.dates.length)
  const { line, content } = own ?? texts[0]!
  const found = {
    uid,
    line,
    title: content.title,
    isSeriesTitle: true,
    recurring,
    complete: Boolean(own),
    cancelled: Boolean(own?.cancelled),
    cancellation: cancellationOf(own ?? texts[0]!),
  }
  if (own?.cancelled) return { ...found, meetings: [], gone: new Map() }
  if (own && !recurring) {
    return { ...found, meetings: [meetingOf(uid, own, own.start, own.length, window)], gone: new Map() }
  }

  const originalOf = (reading: Reading) => momentOf(own ? alignTo(own.start, reading) : reading)
  const changes = others.map((text): OccurrenceChange => ({ text, moment: originalOf(text.recurrenceId!) }))
  const singles = changes.filter(({ text }) => !text.andFuture)
  const futures = changes.filter(({ text }) => text.andFuture).sort((one, other) => one.moment - other.moment)
  const originals = own
    ? occurrencesOf(own, widened(window, others), maxMeetings + maxDates, effort)
    : new Map<number, Occurrence>()
  const gone = new Map(
    (own?.excluded ?? []).map((reading): [number, Cancellation] => [
      originalOf(reading),
      { ...cancellationOf(own!), isExcluded: true },
    ]),
  )
  for (const { moment } of singles) {
    originals.delete(moment)
    gone.delete(moment)
  }
  const meetings: CalendarMeeting[] = []
  const take = (moment: number, text: EventText, reading: Reading, length: Length, always: boolean) => {
    const meeting = meetingOf(occurrenceGuid(uid, moment), text, reading, length, window)
    if (text.cancelled) gone.set(moment, cancellationOf(text))
    else if (meeting.inWindow || always) meetings.push(meeting)
  }
  for (const { moment, text } of singles) take(moment, text, text.start, text.length, true)
  for (const [moment, { reading, length }] of originals) {
    if (gone.has(moment)) continue
    const change = futures.findLast((each) => each.moment <= moment)
    if (change) take(moment, change.text, movedBy(change.text, own!, reading), change.text.length, false)
    else take(moment, own!, reading, length ?? own!.length, false)
  }
  if (meetings.filter(({ inWindow }) => inWindow).length > maxMeetings)
    throw new UnsupportedEvent(`it has more than ${maxMeetings} meetings in the window`)
  const goneByGuid = [...gone].map(([moment, by]) => [occurrenceGuid(uid, moment), by] as const)
  return { ...found, meetings, gone: new Map(goneByGuid) }
}

const cancellationOf = (text: EventText): Cancellation => ({
  revision: revisionOf(text),
  dismissed: text.mail === 'CANCEL' ? text.content.attendees : [],
})

/** A change of the occurrence with this original start, or of all from it on. */
type OccurrenceChange = { text: EventText; moment: number }

/** Moves a start by the same amount as the first occurrence of the change, by the clock of the series. */
function movedBy({ start, recurrenceId }: EventText, own: EventText, reading: Reading): Reading {
  const original = alignTo(own.start, recurrenceId!)
  const wall = original.zone === own.start.zone ? original.wall : wallAt(own.start.zone, momentOf(original))
  return { ...start, wall: reading.wall + start.wall - wall }
}

/** Widens the window, because moved meetings may have their original start outside. */
function widened({ from, to }: Window, others: EventText[]): Window {
  const moves = others.map(({ start, recurrenceId }) => Math.abs(start.wall - recurrenceId!.wall))
  const most = Math.min(Math.max(0, ...moves), 366 * dayMs)
  return { from: from - most, to: to + most }
}

function meetingOf(guid: string, text: EventText, reading: Reading, length: Length, window: Window): CalendarMeeting {
  const start = momentOf(reading)
  const lastWall = reading.wall + length.days * dayMs
  // A zone cannot convert every number of days.
  const end = isStorableTime(new Date(lastWall)) ? reading.zone(lastWall) + length.ms : Number.NaN
  const times = { starts_at: new Date(start), ends_at: new Date(end), all_day: reading.isDay }
  return placeMeeting({ guid, ...times, ...revisionOf(text), ...text.content }, window)
}

/** @throws {UnsupportedEvent} it cannot be stored */
export function placeMeeting(meeting: Omit<CalendarMeeting, 'inWindow'>, window: Window): CalendarMeeting {
  const { guid, starts_at, ends_at } = meeting
  if (Buffer.byteLength(guid) > longestGuid) throw new UnsupportedEvent(`its UID is longer than ${longestGuid} bytes`)
  if (!isStorableTime(starts_at) || !isStorableTime(ends_at))
    throw new UnsupportedEvent('it is not within the years 1 to 9999')
  return { ...meeting, inWindow: +starts_at >= window.from && +starts_at <= window.to }
}

/** @throws {UnsupportedEvent} it does not identify an event */
export function requireUid(uid: string): void {
  if (uid === '') throw new UnsupportedEvent('it has no UID')
  if (occurrenceEnding.test(uid))
    throw new UnsupportedEvent('its UID ends like the guid of an occurrence, _YYYYMMDDTHHMMSSZ')
}

/** The end of an occurrence's guid; a UID must not end like this (decision 29g on calendars). */
export const occurrenceEnding = /_\d{8}T\d{6}Z$/

/** `UID_20260105T090000Z`, with the original start (decision 29g on calendars). */
export function occurrenceGuid(uid: string, moment: number): string {
  return `${uid}_${new Date(moment).toISOString().replace(/[-:]|\.\d+/g, '')}`
}
