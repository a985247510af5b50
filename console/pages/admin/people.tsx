/** Everybody with an account. */
import { Button, Group, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { peopleQuery, type User } from '../../api/people.ts'
import { sessionQuery } from '../../api/queries.ts'
import { count } from '../../ui/format.ts'
import { Rows } from '../../ui/rows.tsx'
import { Empty, Loaded } from '../../ui/section.tsx'
import { adminWords } from '../../words/admin/words.ts'
import { words } from '../../words/words.ts'
import { AddPeople } from './add-people.tsx'
import { Erasures } from './erasures.tsx'
import { PersonRow } from './person-row.tsx'
import type { AdminSearch, ChangeSearch } from './search.ts'

const { people: said } = adminWords

export function People({ search, change }: { search: AdminSearch; change: ChangeSearch }) {
  const people = useQuery(peopleQuery)
  return (
    <>
      <Group mb="md">
        <TextInput
          type="search"
          style={{ flex: '1 1 220px' }}
          aria-label={said.search}
          placeholder={said.search}
          leftSection={<IconSearch size={16} stroke={1.6} />}
          value={search.q ?? ''}
          onChange={(event) => change({ q: event.currentTarget.value || undefined })}
        />
        <AddPeople />
      </Group>
      <Erasures />
      <Loaded of={people}>{(all) => <Found people={matching(all, search.q ?? '')} />}</Loaded>
    </>
  )
}

/** People whose name or address contains every word. */
function matching(people: User[], query: string): User[] {
  const wanted = query.toLowerCase().split(/\s+/)
  return people.filter(({ full_name, email, other_addresses = [] }) => {
    const text = [full_name, email, ...other_addresses].join(' ').toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
}

const atOnce = 100

function Found({ people }: { people: User[] }) {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const [shown, setShown] = useState(atOnce)
  if (people.length === 0) return <Empty title={said.noMatch} />
  return (
    <>
      <Rows label={said.title}>
        {people.slice(0, shown).map((person) => (
          <PersonRow key={person.id} person={person} isSelf={person.id === session.user.id} />
        ))}
      </Rows>
      {people.length > shown && (
        <Button variant="default" display="block" mx="auto" mt="lg" onClick={() => setShown(shown + atOnce)}>
          {`${words.more} (${count(people.length - shown)})`}
        </Button>
      )}
    </>
  )
}
