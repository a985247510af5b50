/** Parses a recurrence rule. *Pure.* @see RFC 5545, 3.3.10 */
import { CalendarError, UnsupportedEvent } from './errors.ts'
import { type Property, readWall } from './property.ts'

const frequencies = ['SECONDLY', 'MINUTELY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const

/** A weekday, Sunday is 0; the nth of the month or year, from its end if negative; 0 is every one. */
type Weekday = { day: number; nth: number }

export type Rule = {
  freq: (typeof frequencies)[number]
  interval: number
  count: number | null
  until: { wall: number; isDay: boolean; isUtc: boolean } | null
  /** The first weekday of a week, Sunday is 0. */
  weekStart: number
  months: number[] | null
  weeks: number[] | null
  yearDays: number[] | null
  monthDays: number[] | null
  weekdays: Weekday[] | null
  hours: number[] | null
  minutes: number[] | null
  seconds: number[] | null
  positions: number[] | null
}

const dayNames = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/**
 * @throws {CalendarError} the rule is invalid
 * @throws {UnsupportedEvent} it uses another calendar than the Gregorian
 */
export function readRule({ name, values, line }: Property): Rule {
  const parts = values[0] as Record<string, unknown>
  const wrong = (part: string) => new CalendarError(line, `${part} of ${name} is not valid`)
  const positive = (part: string) => {
    const value = parts[part] ?? null
    if (value !== null && !(Number.isInteger(value) && Number(value) >= 1)) throw wrong(part.toUpperCase())
    return value as number | null
  }
  const list = (part: string) => {
    if (parts[part] === undefined) return null
    const numbers = [parts[part]].flat() as number[]
    if (!numbers.every(Number.isInteger)) throw wrong(part.toUpperCase())
    return numbers.sort((one, other) => one - other)
  }
  const freq = frequencies.find((each) => each === parts.freq)
  if (!freq) throw wrong('FREQ')
  if ((parts.rscale ?? 'GREGORIAN') !== 'GREGORIAN') throw new UnsupportedEvent(`it repeats by RSCALE=${parts.rscale}`)
  const until = parts.until === undefined ? null : readWall(String(parts.until))
  if (parts.until !== undefined && !until) throw wrong('UNTIL')
  const weekdays = parts.byday === undefined ? null : ([parts.byday].flat() as string[])
  return {
    freq,
    interval: positive('interval') ?? 1,
    count: positive('count'),
    until,
    weekStart: parts.wkst === undefined ? 1 : Number(parts.wkst) - 1,
    months: list('bymonth'),
    weeks: list('byweekno'),
    yearDays: list('byyearday'),
    monthDays: list('bymonthday'),
    weekdays:
      weekdays?.map((text) => ({ day: dayNames.indexOf(text.slice(-2)), nth: Number(text.slice(0, -2)) })) ?? null,
    hours: list('byhour'),
    minutes: list('byminute'),
    seconds: list('bysecond'),
    positions: list('bysetpos'),
  }
}
