/** People whose names have the words of the search. */
import { useKnownPeople } from '../../api/people.ts'
import { PersonLink } from '../../ui/person-name.tsx'
import { words } from '../../words/words.ts'
import { namesWith } from './names-with.ts'
import classes from './search.module.css'

const most = 5

export function PeopleFound({ query }: { query: string }) {
  const { people } = useKnownPeople()
  const found = namesWith(people, query).slice(0, most)
  if (found.length === 0) return null
  return (
    <ul className={classes.people} aria-label={words.search.people}>
      {found.map((person) => (
        <li key={person.id}>
          <PersonLink person={person} />
        </li>
      ))}
    </ul>
  )
}
