/** The person who owns recordings of hosts without an account. */
import { useQuery } from '@tanstack/react-query'
import { peopleQuery } from '../../../api/people.ts'
import type { Kind } from '../../../api/recorder.ts'
import { PersonField } from '../../../ui/people-field.tsx'
import { adminWords } from '../../../words/admin/words.ts'
import { hasBots, isOwnServer, needsPerson } from './draft.ts'

const { recorders: said } = adminWords

type Props = { kind: Kind; value: string | null; error: string | undefined; onChange: (user: string | null) => void }

export function PersonOfRecorder({ kind, value, error, onChange }: Props) {
  const { data: people = [] } = useQuery(peopleQuery)
  const isNeeded = needsPerson(kind)
  const [label, description] = textsOf(kind)
  return (
    <PersonField
      label={label}
      description={description}
      error={error}
      required={isNeeded}
      clearable={!isNeeded}
      // A person who was deactivated meanwhile stays selected.
      known={people.filter(({ id }) => id === value)}
      value={value}
      onChange={onChange}
    />
  )
}

function textsOf(kind: Kind): [string, string] {
  if (needsPerson(kind)) return [said.askedAs, said.askedAsHint]
  if (hasBots(kind)) return [said.personOfBots, said.personOfBotsHint]
  return isOwnServer(kind) ? [said.personOfServer, said.personOfServerHint] : [said.person, said.personHint]
}
