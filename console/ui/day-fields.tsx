/** Fields for a day and for a moment, in the person's language and zone. */
import '@mantine/dates/styles.css'
import { DatePickerInput, DateTimePicker } from '@mantine/dates'
import { words } from '../words/words.ts'
import { Dates } from './dates.tsx'
import { dayAndHour, dueDay } from './format.ts'

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
    <Dates>
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
    </Dates>
  )
}

/** A moment as ISO 8601 in UTC, or `''`. */
export function MomentField({ label, value, onChange, isRequired = false }: Props<string>) {
  return (
    <Dates>
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
    </Dates>
  )
}
