/** The one place that reads the clock: everything else receives a Clock, so that tests can move it. */

/** Gives the present moment. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

export const daySeconds = 86_400
export const dayMs = daySeconds * 1_000

const digits = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'))

/** The moment so many days of 24 hours before another. */
export const daysBefore = (moment: Date, days: number): Date => new Date(moment.getTime() - days * dayMs)

const dayTexts = new Map<number, string>()

/** `2024-01-15T`, cached: making it costs more than the rest of a moment's text, and a list has few days. */
function dayText(day: number): string {
  const known = dayTexts.get(day)
  if (known !== undefined) return known
  if (dayTexts.size === 4_096) dayTexts.clear()
  const text = new Date(day * dayMs).toISOString().slice(0, -'00:00:00.000Z'.length)
  dayTexts.set(day, text)
  return text
}

/** `2024-01-15T10:00:00.000Z` (decision 7 on times). A page prints 80 of them: 5 µs, where `toISOString` takes 25. */
export function utc(time: Date): string {
  const milliseconds = time.getTime()
  const day = Math.floor(milliseconds / dayMs)
  const ofDay = milliseconds - day * dayMs
  const second = Math.trunc(ofDay / 1_000)
  const minute = Math.trunc(second / 60)
  const fraction = ofDay - second * 1_000
  const clock = `${digits[Math.trunc(minute / 60)]}:${digits[minute % 60]}:${digits[second % 60]}`
  return `${dayText(day)}${clock}.${digits[Math.trunc(fraction / 10)]}${fraction % 10}Z`
}

/**
 * Reads a moment as PostgreSQL writes it to a session in UTC, `2024-01-15 10:00:00.25+00`: 80 of them in 9 µs, where
 * JavaScript's own parser takes 18 and the driver's 180. Digits after the milliseconds are cut off.
 * @returns null for other forms: years beyond four digits or before Christ
 */
export function readUtc(text: string): Date | null {
  if (!text.endsWith('+00') || text[10] !== ' ' || text.startsWith('00')) return null
  const at = (index: number) => (text.charCodeAt(index) - zero) * 10 + text.charCodeAt(index + 1) - zero
  const millisecond = text[19] === '.' ? Number(text.slice(20, -3).padEnd(3, '0').slice(0, 3)) : 0
  return new Date(Date.UTC(at(0) * 100 + at(2), at(5) - 1, at(8), at(11), at(14), at(17), millisecond))
}

const zero = '0'.charCodeAt(0)

/** The same moment with `+00:00` for `Z`, as action items print it (spec 2.9, decision 7 on times). */
export function utcOffset(time: Date): string {
  return utc(time).replace('Z', '+00:00')
}

export function utcOrNull(time: Date | null): string | null {
  return time ? utc(time) : null
}

/** The moments of a date filter: from `from` up to, not including, `until`. */
export type TimeSpan = { from: Date; until: Date }

const dateForms = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{3}))?(?:Z|([+-])(\d{2}):(\d{2})))?$/

// Outside these PostgreSQL and JavaScript no longer agree on how to write a year.
const earliest = Date.parse('0001-01-01T00:00:00.000Z')
const latest = Date.parse('9999-12-31T23:59:59.999Z')

export function isStorableTime(time: Date): boolean {
  return time.getTime() >= earliest && time.getTime() <= latest
}

/**
 * Reads one of the three forms of a date filter, at the precision given: a bare date is its whole UTC day, a time
 * without a fraction its whole second (spec 2.7, decision 9 on date filters).
 * @returns null for any other form, and for a date or time that does not exist
 */
export function parseDateFilter(text: string): TimeSpan | null {
  const found = dateForms.exec(text)
  if (!found) return null
  const [, day, hour, minute, second, fraction, sign, offsetHour, offsetMinute] = found
  const midnight = new Date(`${day}T00:00:00.000Z`)
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return null
  if (hour === undefined) return span(midnight.getTime(), dayMs)
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  if (Number(offsetHour ?? 0) > 23 || Number(offsetMinute ?? 0) > 59) return null
  const offset = (Number(offsetHour ?? 0) * 60 + Number(offsetMinute ?? 0)) * 60_000 * (sign === '-' ? -1 : 1)
  const time =
    midnight.getTime() +
    ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1_000 +
    Number(fraction ?? 0) -
    offset
  return span(time, fraction === undefined ? 1_000 : 1)
}

const momentForm = /^(?!0000)(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2})$/

/**
 * Reads ISO 8601 with an offset; what is finer than a millisecond is cut off (decision 7 on times).
 * @returns null for another form, or a moment that does not exist
 */
export function readMoment(text: string): Date | null {
  // The form that the service prints, which a world holds a million times: reading it here takes a quarter of the time.
  const printed = text.length === 24 ? new Date(text) : null
  if (printed && isStorableTime(printed) && utc(printed) === text) return printed
  const found = momentForm.exec(text)
  if (!found) return null
  const [, second, fraction = '', offset] = found
  const moment = parseDateFilter(`${second}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`)?.from
  return moment && isStorableTime(moment) ? moment : null
}

/** Whether this is a day of the calendar, as `2026-01-31`. */
export function isDay(text: string): boolean {
  return /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) && parseDateFilter(text) !== null
}

/** @param timeZone  of the IANA database */
export const dayIn = (moment: Date, timeZone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()

function span(start: number, length: number): TimeSpan {
  // `latest + 1` is the end of the last span, and the start of a span beyond it, in which nothing is.
  const within = (time: number) => new Date(Math.min(Math.max(time, earliest), latest + 1))
  return { from: within(start), until: within(start + length) }
}
