/** A person in a list of options: name, and address to distinguish namesakes. */
import { type ComboboxItem, Text } from '@mantine/core'
import type { User } from '../api/people.ts'
import { words } from '../words/words.ts'

type Person = ComboboxItem & { email?: string }

export const personOption = ({ id, full_name, email, active }: User): Person => ({
  value: id,
  email,
  label: active ? full_name : words.peopleField.inactive(full_name),
})

export function PersonOption({ option }: { option: Person }) {
  return (
    <div style={{ minWidth: 0 }}>
      <Text size="sm" truncate>
        {option.label}
      </Text>
      <Text size="xs" c="dimmed" truncate>
        {option.email}
      </Text>
    </div>
  )
}
