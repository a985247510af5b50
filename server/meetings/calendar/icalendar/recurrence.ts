/**
 * Computes the local times of a recurrence rule, in milliseconds as if they were UTC. *Pure.*
 *
 * It goes through the periods of the rule (a year, a month, … by its FREQ). The days of the period that match the BY…
 * parts are combined with the times of day, then BYSETPOS selects. Without COUNT, it skips periods before the range.
 * @see RFC 5545, 3.3.10
 */
import { type Day, dayMs, dayOf, monthBegin, weekOf } from './days.ts'
import { UnsupportedEvent } from './errors.ts'
import type { Rule } from './rule.ts'

/** A limit for the number of days and times to examine, against hostile calendars. */
export class Effort {
  readonly #whole: Effort | undefined
  #left: number

  /** @param whole  a larger limit that also applies */
  constructor(most: number, whole?: Effort) {
    this.#left = most
    this.#whole = whole
  }

  /** @throws {UnsupportedEvent} the limit is exceeded */
  spend(steps: number): void {
    this.#whole?.spend(steps)
    this.#left -= steps
    if (this.#left < 0) throw new UnsupportedEvent('it repeats too often, or for too long, to be worked out')
  }
}

/**
 * The times in a range, in order. `start` is always the first time, also if it does not match the rule. The caller
 * checks UNTIL, because that depends on the zone.
 * @throws {UnsupportedEvent} the limit of `effort` is exceeded
 */
export function* timesOf(
  given: Rule,
  start: number,
  { from, to }: { from: number; to: number },
  effort: Effort,
): Generator<number> {
  const rule = complete(given, start)
  if (start >= from && start <= to) yield start
  let seen = 1
  for (let index = rule.count === null ? periodAt(rule, start, from) : 0; ; index++) {
    const begin = periodBegin(rule, start, index)
    effort.spend(1)
    // Also true if `begin` is not a number, for a year out of range.
    if (!(begin <= to)) return
    for (const time of timesIn(rule, start, begin, effort)) {
      if (time <= start) continue
      if (time > to || (rule.count !== null && ++seen > rule.count)) return
      if (time >= from) yield time
    }
  }
}

/** Fills the missing parts of a rule from the first time. */
function complete(rule: Rule, start: number): Rule {
  const { month, monthDay, weekday } = dayOf(start)
  if (rule.weekdays ?? rule.monthDays ?? rule.yearDays) return rule
  if (rule.freq === 'WEEKLY' || (rule.freq === 'YEARLY' && rule.weeks)) {
    return { ...rule, weekdays: [{ day: weekday, nth: 0 }] }
  }
  if (rule.freq === 'MONTHLY') return { ...rule, monthDays: [monthDay] }
  if (rule.freq === 'YEARLY') return { ...rule, monthDays: [monthDay], months: rule.months ?? [month] }
  return rule
}

const unitMs = { SECONDLY: 1_000, MINUTELY: 60_000, HOURLY: 3_600_000, DAILY: dayMs, WEEKLY: 7 * dayMs }

/** The start of a period by its number; the period of the first time is number 0. */
function periodBegin({ freq, interval, weekStart }: Rule, start: number, index: number): number {
  const { year, month, weekday } = dayOf(start)
  const steps = index * interval
  if (freq === 'YEARLY') return monthBegin(year + steps, 1)
  if (freq === 'MONTHLY') return monthBegin(year, month + steps)
  const unit = Math.min(unitMs[freq], dayMs)
  const first = Math.floor(start / unit) * unit
  return first + steps * unitMs[freq] - (freq === 'WEEKLY' ? ((weekday - weekStart + 7) % 7) * dayMs : 0)
}

/** The number of the last period that begins at or before a time; 0 if none does. */
function periodAt(rule: Rule, start: number, time: number): number {
  const [now, first] = [dayOf(time), dayOf(start)]
  const years = now.year - first.year
  let periods = years
  if (rule.freq === 'MONTHLY') periods = years * 12 + now.month - first.month
  else if (rule.freq !== 'YEARLY') periods = (time - periodBegin(rule, start, 0)) / unitMs[rule.freq]
  return Math.max(0, Math.floor(periods / rule.interval))
}

function timesIn(rule: Rule, start: number, begin: number, effort: Effort): number[] {
  const days = daysIn(rule, begin)
  effort.spend(days.length)
  const fitting = days.filter((day) => fits(rule, day))
  if (fitting.length === 0) return []
  const clock = clockTimes(rule, start, begin)
  effort.spend(fitting.length * clock.length)
  const times = fitting.flatMap(({ midnight }) => clock.map((time) => midnight + time))
  if (!rule.positions) return times
  const picked = rule.positions.map((nth) => times.at(nth > 0 ? nth - 1 : nth))
  return [...new Set(picked)].filter((time) => time !== undefined).sort((one, other) => one - other)
}

/** The days of the period that begins there; for a year only days in the months of the rule. */
function daysIn({ freq, months }: Rule, begin: number): Day[] {
  const { year, month, midnight } = dayOf(begin)
  if (freq === 'YEARLY') return (months ?? everyMonth).flatMap((each) => daysFrom(monthBegin(year, each)))
  if (freq === 'MONTHLY') return daysFrom(monthBegin(year, month))
  return daysFrom(midnight, freq === 'WEEKLY' ? 7 : 1)
}

const everyMonth = Array.from({ length: 12 }, (_, index) => index + 1)

function daysFrom(midnight: number, many = dayOf(midnight).monthLength): Day[] {
  return Array.from({ length: many }, (_, index) => dayOf(midnight + index * dayMs))
}

function fits(rule: Rule, day: Day): boolean {
  const { months, monthDays, yearDays, weeks, weekdays } = rule
  if (months && !months.includes(day.month)) return false
  if (monthDays && !isOne(monthDays, day.monthDay, day.monthLength)) return false
  if (yearDays && !isOne(yearDays, day.yearDay, day.yearLength)) return false
  if (weeks) {
    const { number, last } = weekOf(day, rule.weekStart)
    if (!isOne(weeks, number, last)) return false
  }
  return !weekdays || weekdays.some(({ day: weekday, nth }) => weekday === day.weekday && isNth(rule, day, nth))
}

/** Whether the list contains a number, or the same position counted from the end. */
const isOne = (list: number[], number: number, last: number) =>
  list.includes(number) || list.includes(number - last - 1)

/** Numbered weekdays count within the month, or within the year if the rule names no month. */
function isNth({ freq, months, weeks }: Rule, day: Day, nth: number): boolean {
  if (nth === 0 || weeks || (freq !== 'MONTHLY' && freq !== 'YEARLY')) return true
  const ofYear = freq === 'YEARLY' && !months
  const [at, length] = ofYear ? [day.yearDay, day.yearLength] : [day.monthDay, day.monthLength]
  return nth > 0 ? Math.ceil(at / 7) === nth : Math.ceil((length - at + 1) / 7) === -nth
}

/** The times of day in a period, in milliseconds from midnight. A period shorter than a day fixes its hour, minute, … */
function clockTimes({ freq, hours, minutes, seconds }: Rule, start: number, begin: number): number[] {
  const own = freq === 'SECONDLY' ? 3 : freq === 'MINUTELY' ? 2 : freq === 'HOURLY' ? 1 : 0
  const parts = [hours, minutes, seconds].map((list, index) => {
    if (index >= own) return list ?? [clockOf(start)[index]!]
    const value = clockOf(begin)[index]!
    return !list || list.includes(value) ? [value] : []
  })
  return parts[0]!.flatMap((hour) =>
    parts[1]!.flatMap((minute) => parts[2]!.map((second) => ((hour * 60 + minute) * 60 + second) * 1_000)),
  )
}

function clockOf(time: number): number[] {
  const seconds = Math.floor((time - dayOf(time).midnight) / 1_000)
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
}
