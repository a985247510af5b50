/** Fields for a day and for a moment: those of the browser, which know the language, the keyboard and the phone. */
import { TextInput } from '@mantine/core'
import { localMoment } from '../api/days.ts'

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
    <TextInput
      type="date"
      label={label}
      style={{ flex: `1 1 ${width}px` }}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  )
}

/** A moment as ISO 8601 in UTC, or `''`; shown in the person's zone. */
export function MomentField({ label, value, onChange, isRequired = false }: Props<string>) {
  return (
    <TextInput
      type="datetime-local"
      label={label}
      required={isRequired}
      value={value && localMoment(value)}
      onChange={({ currentTarget: { value: local } }) => onChange(local && new Date(local).toISOString())}
    />
  )
}
