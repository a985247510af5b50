/** Formats times and sizes in the person's language and time zone. */
import { locale, words } from '../words/words.ts'
import { daysBetween } from './by-day.ts'

/** Created on first use: each formatter takes some milliseconds, and no page needs all of them. */
function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}

const formatter = (options: Intl.DateTimeFormatOptions) => {
  const format = once(() => new Intl.DateTimeFormat(locale, options))
  return (iso: string) => format().format(new Date(iso))
}

export const exactTime = formatter({ dateStyle: 'full', timeStyle: 'long' })
export const longDay = formatter({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const dayOfThisYear = formatter({ day: 'numeric', month: 'short' })
const dayOfAnyYear = formatter({ day: 'numeric', month: 'short', year: 'numeric' })
const isOfThisYear = (iso: string) => new Date(iso).getFullYear() === new Date().getFullYear()
export const shortDay = (iso: string) => (isOfThisYear(iso) ? dayOfThisYear : dayOfAnyYear)(iso)

const weekdayOfThisYear = formatter({ weekday: 'short', day: 'numeric', month: 'short' })
const relativeDay = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))

/** `Today`, `Yesterday`, `Thu, 27 Nov`, `27 Nov 2025`. */
export function dayLabel(iso: string): string {
  const days = daysBetween(new Date(), new Date(iso))
  if (Math.abs(days) > 1) return (isOfThisYear(iso) ? weekdayOfThisYear : dayOfAnyYear)(iso)
  const word = relativeDay().format(days, 'day')
  return word.charAt(0).toLocaleUpperCase(locale) + word.slice(1)
}

/** `45 min`, `2 h 15 min`: how long something takes or took; null without both ends. */
export function lengthOf(start: string | null | undefined, end: string | null | undefined): string | null {
  if (!start || !end) return null
  return lasting(Math.max(60, (Date.parse(end) - Date.parse(start)) / 1_000))
}

/** `40 s`, `45 min`, `2 h 15 min`. */
export function lasting(seconds: number): string {
  if (Math.round(seconds) < 60) return words.lastsSeconds(Math.round(seconds))
  const minutes = Math.round(seconds / 60)
  return words.lasts(Math.floor(minutes / 60), minutes % 60)
}

export const shortTime = formatter({ dateStyle: 'medium', timeStyle: 'short' })
export const hour = formatter({ hour: 'numeric', minute: '2-digit' })

/** A day without a time, `2026-09-14`, is the same day in every zone. */
export const dueDay = formatter({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

export const utcDayOfWeek = formatter({ weekday: 'long', timeZone: 'UTC' })

/** For counts by UTC day, whose start is on the previous local day west of UTC. */
export const utcDay = formatter({ day: 'numeric', month: 'short', timeZone: 'UTC' })

/** `4:05`, `1:04:05`. */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60]
  const rest = String(whole % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}

const percentFormat = once(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }))
export const percent = (part: number) => percentFormat().format(part)

export const exactHour = formatter({ hour: 'numeric', minute: '2-digit', second: '2-digit' })
const hourOfThisYear = formatter({ day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' })
export const dayAndHour = (iso: string) => (isOfThisYear(iso) ? hourOfThisYear : shortTime)(iso)
const countFormat = once(() => new Intl.NumberFormat(locale))
export const count = (number: number) => countFormat().format(number)

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** `1.2 GB`. */
export function bytes(count: number): string {
  const power = Math.min(count < 1_000 ? 0 : Math.floor(Math.log10(count) / 3), units.length - 1)
  const unitDisplay = power === 0 ? 'long' : 'short'
  const style = { style: 'unit', unit: units[power], unitDisplay, maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(locale, style).format(count / 1_000 ** power)
}
