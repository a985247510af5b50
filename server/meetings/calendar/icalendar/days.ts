/** Days of the Gregorian calendar. Times are local clock times, as milliseconds as if they were UTC. *Pure.* */

export const dayMs = 86_400_000

export type Day = {
  midnight: number
  year: number
  month: number
  monthDay: number
  /** Sunday 0. */
  weekday: number
  yearDay: number
  monthLength: number
  yearLength: number
}

export function dayOf(time: number): Day {
  const midnight = Math.floor(time / dayMs) * dayMs
  const date = new Date(midnight)
  const [year, month, monthDay] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 1 : 0
  return {
    midnight,
    year,
    month,
    monthDay,
    weekday: date.getUTCDay(),
    yearDay: daysBefore[month - 1]! + (month > 2 ? leap : 0) + monthDay,
    monthLength: daysBefore[month]! - daysBefore[month - 1]! + (month === 2 ? leap : 0),
    yearLength: 365 + leap,
  }
}

/** Days before each month in a year that is no leap year; the last number is the whole year. */
const daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365]

/** Midnight of the first day of a month; month 13 is January of the next year. */
export function monthBegin(year: number, month: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, 1)
}

/** The week of a day, and the last of its year: the first week has at least four days in the year. */
export function weekOf(day: Day, weekStart: number): { number: number; last: number } {
  const numberOf = (midnight: number) => {
    const { weekday } = dayOf(midnight)
    const middle = dayOf(midnight + (3 - ((weekday - weekStart + 7) % 7)) * dayMs)
    return { year: middle.year, number: Math.ceil(middle.yearDay / 7) }
  }
  const { year, number } = numberOf(day.midnight)
  return { number, last: numberOf(monthBegin(year, 12) + 27 * dayMs).number }
}
