/** Who gets a mail: people with an account, and outsiders, who are chosen one by one. */
import { Checkbox, Stack } from '@mantine/core'
import { words } from '../../words/words.ts'

const { mailing: said } = words.sharing

type Props = {
  people: { id: string; full_name: string; email: string }[]
  to: string[]
  onTo: (ids: string[]) => void
  outside: string[]
  outsiders: string[]
  onOutsiders: (addresses: string[]) => void
}

export function Receivers({ people, to, onTo, outside, outsiders, onOutsiders }: Props) {
  return (
    <>
      {people.length > 0 && (
        <Checkbox.Group label={said.whom} value={to} onChange={onTo}>
          <Stack gap="xs" mt="xs">
            {people.map(({ id, full_name, email }) => (
              <Checkbox key={id} value={id} label={full_name} description={email} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      {outside.length > 0 && (
        <Checkbox.Group label={said.outsiders} value={outsiders} onChange={onOutsiders}>
          <Stack gap="xs" mt="xs">
            {outside.map((email) => (
              <Checkbox key={email} value={email} label={email} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </>
  )
}
