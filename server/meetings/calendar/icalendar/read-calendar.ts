/** Reads the meetings of a calendar in a window of time, grouped by UID. *Pure.* */
import { type Component, readComponents } from './components.ts'
import { describedZones } from './described-zone.ts'
import { CalendarError, UnsupportedEvent } from './errors.ts'
import { type CalendarEvent, expand, requireUid } from './expand.ts'
import type { Window } from './occurrences.ts'
import { momentOf, textOf } from './property.ts'
import { type EventText, readEvent } from './read-event.ts'
import { Effort } from './recurrence.ts'
import { type Zones, zonesOf } from './zones.ts'

export type CalendarContent = {
  events: CalendarEvent[]
  /** UIDs with an unsupported component: the import changes nothing of them. */
  unsupported: { uid: string; components: number; problem: string }[]
  /** What was left out of the events. */
  problems: string[]
}

/** Maximum number of meetings of one calendar in the window, and of their attendees. */
export const maxInAll = { meetings: 10_000, attendees: 200_000 }

/** Maximum number of days and times examined for all series of a calendar, and for each series. */
const maxEffort = { calendar: 500_000, series: 100_000 }

/** The time before and after the window for which described time zones are computed. */
const zoneYearsMs = 3 * 366 * 86_400_000

const methods = ['', 'PUBLISH', 'REQUEST', 'CANCEL']

/**
 * @param zone  the name of the zone for times without one, if the calendar does not say it
 * @throws {CalendarError} it is not iCalendar, or exceeds a limit
 */
export function readCalendar(bytes: Uint8Array, window: Window, zone: string | null = null): CalendarContent {
  const effort = new Effort(maxEffort.calendar)
  const groups = new Map<string, Group>()
  for (const calendar of readComponents(bytes)) readInto(groups, calendar, { window, zone }, effort)
  const content: CalendarContent = { events: [], unsupported: [], problems: [] }
  const size = { meetings: 0, attendees: 0 }
  for (const [uid, { texts, components, problem }] of groups) {
    const meetings =
      problem ?? orReason(() => expand(uid, newestOf(texts), window, new Effort(maxEffort.series, effort)))
    if (typeof meetings === 'string') {
      const label = labelOf(components[0]!.line, uid)
      content.unsupported.push({ uid, components: components.length, problem: `${label}: ${meetings}` })
      continue
    }
    addUp(size, meetings)
    content.events.push(meetings)
    for (const text of texts) if (text.problem) content.problems.push(`${labelOf(text.line, uid)}: ${text.problem}`)
  }
  return content
}

/** The result, or the reason why this event is skipped. */
function orReason<Result>(read: () => Result): Result | string {
  try {
    return read()
  } catch (error) {
    if (error instanceof CalendarError) return `${error.reason} (line ${error.line})`
    if (error instanceof UnsupportedEvent) return error.message
    throw error
  }
}

/** The name of an event in an answer. */
export function labelOf(line: number, uid: string): string {
  return `line ${line}: VEVENT${uid && ' '}${uid.slice(0, 100)}`
}

/** All components of one UID, and the first reason why one of them could not be read. */
type Group = { components: Component[]; texts: EventText[]; problem?: string }

type Reading = { window: Window; zone: string | null }

function readInto(groups: Map<string, Group>, calendar: Component, reading: Reading, effort: Effort): void {
  const zones = zonesFor(calendar, reading, effort)
  const method = textOf(calendar, 'METHOD').toUpperCase()
  for (const component of calendar.parts.filter(({ name }) => name === 'VEVENT')) {
    const uid = textOf(component, 'UID')
    const group: Group = groups.get(uid) ?? { components: [], texts: [] }
    groups.set(uid, group)
    group.components.push(component)
    const text = orReason(() => {
      if (!methods.includes(method)) throw new UnsupportedEvent(`METHOD:${method.slice(0, 40)} tells of no event`)
      requireUid(uid)
      return readEvent(component, zones, method === 'REQUEST' || method === 'CANCEL' ? method : null)
    })
    if (typeof text === 'string') group.problem ??= text
    else group.texts.push(text)
  }
}

function zonesFor(calendar: Component, { window: { from, to }, zone }: Reading, effort: Effort): Zones {
  const described = describedZones(calendar, { from: from - zoneYearsMs, to: to + zoneYearsMs }, effort)
  return zonesOf(described, textOf(calendar, 'X-WR-TIMEZONE') || zone)
}

/** Keeps the newest revision of each occurrence. */
function newestOf(texts: EventText[]): EventText[] {
  const newest = new Map<string, EventText>()
  for (const text of texts) {
    const of = text.recurrenceId ? `${momentOf(text.recurrenceId)} ${text.andFuture}` : ''
    const before = newest.get(of)
    if (before && isSameRevision(text, before) && momentOf(text.start) !== momentOf(before.start))
      throw new UnsupportedEvent(`the event at line ${text.line} has the same UID and another time`)
    if (!before || isNewer(text, before)) newest.set(of, text)
  }
  return [...newest.values()]
}

const isSameRevision = (one: EventText, other: EventText) =>
  one.sequence === other.sequence && one.stamp === other.stamp

const isNewer = (one: EventText, other: EventText) =>
  one.sequence !== other.sequence ? one.sequence > other.sequence : one.stamp >= other.stamp

function addUp(size: typeof maxInAll, { meetings }: CalendarEvent): void {
  const within = meetings.filter(({ inWindow }) => inWindow)
  size.meetings += within.length
  size.attendees += within.reduce((sum, { attendees }) => sum + attendees.length, 0)
  for (const what of ['meetings', 'attendees'] as const) {
    if (size[what] <= maxInAll[what]) continue
    throw new CalendarError(1, `the calendar has more than ${maxInAll[what]} ${what} in the window`)
  }
}
