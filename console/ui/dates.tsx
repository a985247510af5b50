/** Calendars in the person's language. */
import { DatesProvider } from '@mantine/dates'
import 'dayjs/locale/de'
import type { ReactNode } from 'react'
import { locale } from '../words/words.ts'

/** The first day of the week depends on the person's region. */
const { firstDay = 1 } = weekOf(new Intl.Locale(locale))

type Week = { firstDay?: number }

/** Some browsers lack this method, and some have a property instead. */
function weekOf(tag: Intl.Locale & { getWeekInfo?: () => Week; weekInfo?: Week }): Week {
  return tag.getWeekInfo?.() ?? tag.weekInfo ?? {}
}

export function Dates({ children }: { children: ReactNode }) {
  return (
    <DatesProvider settings={{ locale: locale.split('-')[0]!, firstDayOfWeek: (firstDay % 7) as 0 | 1 }}>
      {children}
    </DatesProvider>
  )
}
