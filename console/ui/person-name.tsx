/** A name that leads to the page of its person. */
import { Link } from '@tanstack/react-router'
import { useKnownPeople } from '../api/people.ts'
import classes from './person-name.module.css'

export const PersonLink = ({ person: { id, full_name } }: { person: { id: string; full_name: string } }) => (
  <Link to="/person/$personId" params={{ personId: id }} className={classes.link} dir="auto">
    {full_name}
  </Link>
)

/** Of a transcript: a link if one account alone has this name. */
export function PersonName({ name }: { name: string }) {
  const { people } = useKnownPeople()
  const [person, another] = people.filter(({ full_name }) => full_name === name)
  return person && !another ? <PersonLink person={person} /> : name
}
