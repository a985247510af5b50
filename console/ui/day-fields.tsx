/** Fields for a day and for a moment, in the person's language and zone. */
import '@mantine/dates/styles.css'
import 'dayjs/locale/de'
import { DatePickerInput, DatesProvider, DateTimePicker } from '@mantine/dates'
import { locale, words } from '../words/words.ts'
import { dayAndHour, dueDay } from './format.ts'

const settings = { locale: locale.split('-')[0]!, firstDayOfWeek: 1 as const }

type Props<Value> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  isRequired?: boolean
  width?: number
}

/** A day, `2026-09-14`. */
export function DayField({ label, value, onChange, width = 150 }: Props<string | undefined>) {
  return (
    <DatesProvider settings={settings}>
      <DatePickerInput
        label={label}
        ariaLabels={words.dates}
        clearButtonProps={{ 'aria-label': words.clearField }}
        placeholder={words.anyDay}
        clearable
        style={{ flex: `1 1 ${width}px` }}
        valueFormatter={({ date }) => (typeof date === 'string' ? dueDay(date) : '')}
        value={value ?? null}
        onChange={(next) => onChange(next ?? undefined)}
      />
    </DatesProvider>
  )
}

/** A moment as ISO 8601 in UTC, or `''`. */
export function MomentField({ label, value, onChange, isRequired = false }: Props<string>) {
  return (
    <DatesProvider settings={settings}>
      <DateTimePicker
        label={label}
        ariaLabels={words.dates}
        clearButtonProps={{ 'aria-label': words.clearField }}
        placeholder={words.pickMoment}
        required={isRequired}
        clearable={!isRequired}
        valueFormat={(local) => dayAndHour(new Date(local).toISOString())}
        value={value === '' ? null : new Date(value)}
        onChange={(local) => onChange(local === null ? '' : new Date(local).toISOString())}
        submitButtonProps={{ 'aria-label': words.done }}
      />
    </DatesProvider>
  )
}
