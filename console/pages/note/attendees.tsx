/** The invited people, by name if they have an account. */
import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { peopleQuery } from '../../api/people.ts'
import { PersonLink } from '../../ui/person-name.tsx'
import { words } from '../../words/words.ts'
import { Part } from '../recap/part.tsx'

export function Attendees({ emails }: { emails: string[] }) {
  const { data: everyone = [], isLoading } = useQuery(peopleQuery)
  if (emails.length === 0 || isLoading) return null
  const accounts = new Map(everyone.map((person) => [person.email.toLowerCase(), person]))
  return (
    <Part title={words.note.attendees}>
      <Stack gap={6}>
        {emails.map((email) => {
          const person = accounts.get(email.toLowerCase())
          return (
            <Group key={email} gap="xs" style={{ overflowWrap: 'anywhere' }}>
              {person && (
                <Text size="sm" component="div">
                  <PersonLink person={person} />
                </Text>
              )}
              <Text size="sm" c={person && 'dimmed'}>
                {email}
              </Text>
            </Group>
          )
        })}
      </Stack>
    </Part>
  )
}
