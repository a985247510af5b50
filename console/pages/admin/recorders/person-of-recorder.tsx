/** Whose recordings of hosts without an account are. */
import { useQuery } from '@tanstack/react-query'
import { peopleQuery } from '../../../api/people.ts'
import type { Kind } from '../../../api/recorder.ts'
import { PersonField } from '../../../ui/people-field.tsx'
import { adminWords } from '../../../words/admin/words.ts'
import { needsPerson } from './draft.ts'

const { recorders: said } = adminWords

type Props = { kind: Kind; value: string | null; error: string | undefined; onChange: (user: string | null) => void }

export function PersonOfRecorder({ kind, value, error, onChange }: Props) {
  const { data: people = [] } = useQuery(peopleQuery)
  const isNeeded = needsPerson(kind)
  return (
    <PersonField
      label={isNeeded ? said.askedAs : said.person}
      description={isNeeded ? said.askedAsHint : said.personHint}
      error={error}
      required={isNeeded}
      clearable={!isNeeded}
      // Who was deactivated since is still chosen.
      known={people.filter(({ id }) => id === value)}
      value={value}
      onChange={onChange}
    />
  )
}
