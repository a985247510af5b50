/** The one place that reads the clock: everything else receives a Clock, so that tests can move it. */

/** Gives the present moment. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** `2024-01-15T10:00:00.000Z` (decision 7). */
export function utc(time: Date): string {
  return time.toISOString()
}

/** The same moment with `+00:00` for `Z`, as action items print it (spec 2.9, decision 7). */
export function utcOffset(time: Date): string {
  return time.toISOString().replace('Z', '+00:00')
}

export function utcOrNull(time: Date | null): string | null {
  return time ? time.toISOString() : null
}

/** What a date filter names: the moments from `from` up to, not including, `until`. */
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
 * without a fraction its whole second (spec 2.7, decision 9).
 * @returns null for any other form, and for a date or time that does not exist
 */
export function parseDateFilter(text: string): TimeSpan | null {
  const found = dateForms.exec(text)
  if (!found) return null
  const [, day, hour, minute, second, fraction, sign, offsetHour, offsetMinute] = found
  const midnight = new Date(`${day}T00:00:00.000Z`)
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return null
  if (hour === undefined) return span(midnight.getTime(), 86_400_000)
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

/** Whether this is a day of the calendar, as `2026-01-31`. */
export function isDay(text: string): boolean {
  return /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) && parseDateFilter(text) !== null
}

function span(start: number, length: number): TimeSpan {
  const within = (time: number) => new Date(Math.min(Math.max(time, earliest), latest))
  return { from: within(start), until: within(start + length) }
}
