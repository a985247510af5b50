/** Parses one VEVENT: its content, its time and its repetition. *Pure.* @see RFC 5545, 3.6.1 */
import { peopleOf } from './attendees.ts'
import { linkTextsOf } from './call-link.ts'
import type { Component, ContentLine } from './components.ts'
import { type Content, contentOf } from './content.ts'
import { dayMs } from './days.ts'
import { CalendarError, UnsupportedEvent } from './errors.ts'
import {
  type Length,
  momentOf,
  propertiesOf,
  type Reading,
  readingOf,
  readingsOf,
  readLength,
  textOf,
} from './property.ts'
import { type Rule, readRule } from './rule.ts'
import { utc, type Zones } from './zones.ts'

export type EventText = {
  line: number
  uid: string
  content: Content
  cancelled: boolean
  start: Reading
  length: Length
  /** The occurrence of a series that this text changes; null for the series itself or a single event. */
  recurrenceId: Reading | null
  /** The change applies from that occurrence on (RANGE=THISANDFUTURE). */
  andFuture: boolean
  rules: Rule[]
  dates: { reading: Reading; length: Length | null }[]
  excluded: Reading[]
  /** The revision number; the greater one counts. */
  sequence: number
  stamp: string
  /** What could not be read and was left out; null if that is nothing. */
  problem: string | null
  /** The METHOD of the mail that contains it; null for any other calendar. */
  mail: Mail | null
}

export type Mail = 'REQUEST' | 'CANCEL'

/** The largest `integer` of PostgreSQL. */
const greatestSequence = 2_147_483_647

/** Maximum number of RDATE and EXDATE values of one event. */
export const maxDates = 5_000

/**
 * @throws {CalendarError} a value is invalid for its property
 * @throws {UnsupportedEvent} the event is not supported
 */
export function readEvent(event: Component, zones: Zones, mail: Mail | null): EventText {
  const cancelled = mail === 'CANCEL' || /^CANCELL?ED$/i.test(textOf(event, 'STATUS'))
  const written = readingOf(event, 'DTSTART', zones)
  // Other times without a zone have that of the start.
  const ownZones = written && !written.isDay ? { ...zones, floating: written.zone } : zones
  const recurrenceId = readingOf(event, 'RECURRENCE-ID', ownZones)
  const start = written ?? (cancelled ? (recurrenceId ?? unsaid) : null)
  if (!start) throw new CalendarError(event.line, 'this VEVENT has no DTSTART')
  if (propertiesOf(event, 'EXRULE').length > 0) throw new UnsupportedEvent('it repeats except by a rule (EXRULE)')
  const { unread, isForNobody, ...people } = peopleOf(event)
  // A mail that names nobody at all cancels the meeting for all.
  if (mail === 'CANCEL' && (isForNobody || (unread.length > 0 && people.invited.length === 0)))
    throw new UnsupportedEvent(unread.length > 0 ? describeUnread(unread) : 'it is called off for no person')
  const problems = [...(unread.length > 0 ? [describeUnread(unread)] : []), ...describeStrays(event.strays)]
  const recurrence = propertiesOf(event, 'RECURRENCE-ID')[0]
  return {
    line: event.line,
    uid: textOf(event, 'UID'),
    content: contentOf({ title: textOf(event, 'SUMMARY'), links: linkTextsOf(event), ...people }),
    cancelled,
    start,
    length: cancelled ? { days: 0, ms: 0 } : lengthOf(event, start, zones),
    recurrenceId,
    andFuture: /^THISANDFUTURE$/i.test(recurrence?.params.range ?? ''),
    rules: propertiesOf(event, 'RRULE').map(readRule),
    dates: datesOf(event, ownZones),
    excluded: propertiesOf(event, 'EXDATE').flatMap((property) => bounded(readingsOf(property, ownZones))),
    sequence: Math.min(Math.max(Math.trunc(Number(textOf(event, 'SEQUENCE')) || 0), 0), greatestSequence),
    stamp: textOf(event, 'DTSTAMP'),
    problem: problems.join('; ') || null,
    mail,
  }
}

/** A cancelled event need not say when it would have been, and nobody asks. */
const unsaid: Reading = { wall: 0, zone: utc, isDay: false, isUtc: true }

function describeUnread([first, ...others]: ContentLine[]): string {
  const othersNamed = others.length > 0 ? ` and of ${others.length} more` : ''
  return `the address of ${first!.name} at line ${first!.line}${othersNamed} cannot be read`
}

const describeStrays = ([first, ...others]: number[]): string[] =>
  first === undefined
    ? []
    : [`line ${first}${others.length > 0 ? ` and ${others.length} more` : ''} is left out, because it is no property`]

/** DTEND gives elapsed time; days of a DURATION are calendar days; a day without either lasts one day. */
function lengthOf(event: Component, start: Reading, zones: Zones): Length {
  const end = readingOf(event, 'DTEND', zones)
  // Some programs write the same day as the end of an all-day event, or a time of its last day.
  if (end && start.isDay) return { days: Math.max(1, Math.ceil((end.wall - start.wall) / dayMs)), ms: 0 }
  if (end?.isDay) throw new CalendarError(event.line, 'DTEND is a day and DTSTART is not')
  if (end) return elapsed(start, end)
  const duration = propertiesOf(event, 'DURATION')[0]
  if (duration) return readLength(duration)
  return start.isDay ? { days: 1, ms: 0 } : { days: 0, ms: 0 }
}

function elapsed(start: Reading, end: Reading): Length {
  const ms = momentOf(end) - momentOf(start)
  if (ms < 0) throw new UnsupportedEvent('it ends before it begins')
  return { days: 0, ms }
}

/** RDATEs: times, or periods with their own length or end. */
function datesOf(event: Component, zones: Zones): EventText['dates'] {
  return propertiesOf(event, 'RDATE').flatMap((property) => {
    const readings = (values: unknown[]) => readingsOf({ ...property, values }, zones)
    const dates = bounded(property.values).map((value) => {
      if (!Array.isArray(value)) return { reading: readings([value])[0], length: null }
      const [from, to] = value as [string, string]
      const reading = readings([from])[0]
      if (/^[+-]?P/i.test(to)) return { reading, length: readLength({ ...property, values: [to] }) }
      const end = readings([to])[0]
      return { reading, length: reading && end ? elapsed(reading, end) : null }
    })
    return dates.filter((date) => date.reading !== undefined) as EventText['dates']
  })
}

function bounded<T>(values: T[]): T[] {
  if (values.length > maxDates) throw new UnsupportedEvent(`it has more than ${maxDates} dates`)
  return values
}
