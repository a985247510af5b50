/** Calendars in the person's language. */
import { DatesProvider } from '@mantine/dates'
import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import { language, locale } from '../words/words.ts'

/** The first day of the week depends on the person's region. */
const { firstDay = 1 } = weekOf(new Intl.Locale(locale))

type Week = { firstDay?: number }

/** Some browsers lack this method, and some have a property instead. */
function weekOf(tag: Intl.Locale & { getWeekInfo?: () => Week; weekInfo?: Week }): Week {
  return tag.getWeekInfo?.() ?? tag.weekInfo ?? {}
}

/** Names of months and weekdays as the browser has them, so that a language needs no file of the calendar's library. */
const namesOf = (days: Date[], options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  return days.map((day) => format.format(day))
}
const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2024, month, 1)))
const weekdays = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2024, 8, 1 + day)))
dayjs.locale(
  {
    ...dayjs.Ls.en!,
    name: language,
    months: namesOf(months, { month: 'long' }),
    monthsShort: namesOf(months, { month: 'short' }),
    weekdays: namesOf(weekdays, { weekday: 'long' }),
    weekdaysShort: namesOf(weekdays, { weekday: 'short' }),
    weekdaysMin: namesOf(weekdays, { weekday: 'short' }).map((name) => name.slice(0, 2)),
    ordinal: (day: number) => String(day),
  },
  undefined,
  true,
)

export function Dates({ children }: { children: ReactNode }) {
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: (firstDay % 7) as 0 | 1 }}>{children}</DatesProvider>
  )
}
