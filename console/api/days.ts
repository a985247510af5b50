/** Converts days in the person's time zone to the moments that the API takes. *Pure.* */

/** @param day  `2026-01-31` @returns its first moment in the local zone; undefined if it is not a day */
export const startOfDay = (day: string | undefined): string | undefined => printed(readDay(day))

/**
 * The second before the next day, because bounds of the API are inclusive. Not 23:59:59: where clocks are set back at
 * midnight, there are two of them.
 */
export function endOfDay(day: string | undefined): string | undefined {
  const next = readDay(day)
  next?.setDate(next.getDate() + 1)
  next?.setHours(0)
  return printed(next && new Date(next.getTime() - 1_000))
}

function readDay(day: string | undefined): Date | undefined {
  if (!day || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined
  const moment = new Date(`${day}T00:00:00`)
  return Number.isNaN(moment.getTime()) || moment.getFullYear() < 1 ? undefined : moment
}

const printed = (moment: Date | undefined) => moment && `${moment.toISOString().slice(0, 19)}Z`

/** The local day of a moment, `2026-01-31`. */
export function dayOf(moment: Date): string {
  const [year, month, day] = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()]
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** A moment as a field of the browser has it: `2026-01-31T09:30`, in the local zone. */
export function localMoment(iso: string): string {
  const moment = new Date(iso)
  const [hours, minutes] = [moment.getHours(), moment.getMinutes()]
  return `${dayOf(moment)}T${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/** A list's filters by day, as in the page's address. */
export type DayFilters = { from?: string; to?: string; changed_from?: string; changed_to?: string }

/** The same for the API. */
export const momentsOf = ({ from, to, changed_from, changed_to }: DayFilters) => ({
  created_at_start: startOfDay(from),
  created_at_end: endOfDay(to),
  updated_at_start: startOfDay(changed_from),
  updated_at_end: endOfDay(changed_to),
})
