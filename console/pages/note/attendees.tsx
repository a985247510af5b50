/** The invited people, by name if they have an account. */
import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { peopleQuery } from '../../api/people.ts'
import { words } from '../../words/words.ts'
import { Part } from '../recap/part.tsx'

export function Attendees({ emails }: { emails: string[] }) {
  const { data: everyone = [], isLoading } = useQuery(peopleQuery)
  if (emails.length === 0 || isLoading) return null
  const names = new Map(everyone.map(({ email, full_name }) => [email.toLowerCase(), full_name]))
  return (
    <Part title={words.note.attendees}>
      <Stack gap={6}>
        {emails.map((email) => {
          const name = names.get(email.toLowerCase())
          return (
            <Group key={email} gap="xs" style={{ overflowWrap: 'anywhere' }}>
              {name && <Text size="sm">{name}</Text>}
              <Text size="sm" c={name && 'dimmed'}>
                {email}
              </Text>
            </Group>
          )
        })}
      </Stack>
    </Part>
  )
}
