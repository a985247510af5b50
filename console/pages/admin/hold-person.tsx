/** The legal hold of a person: set, changed, lifted. */
import type { User } from '../../api/people.ts'
import { useHoldPerson } from '../../api/personal-data.ts'
import { adminWords } from '../../words/admin/words.ts'
import { LegalHoldForm } from './legal-hold-form.tsx'
import { LiftHold } from './lift-hold.tsx'

const { holds: said } = adminWords

export function HoldPerson({ person, onClose }: { person: User; onClose: () => void }) {
  const change = useHoldPerson(person.id)
  const hold = person.legal_hold ?? null
  return (
    <LegalHoldForm
      title={said.ofPerson(person.full_name)}
      what={said.personWhat}
      hold={hold}
      change={change}
      onClose={onClose}
    />
  )
}

export function LiftHoldOfPerson({ person, onClose }: { person: User; onClose: () => void }) {
  const change = useHoldPerson(person.id)
  return <LiftHold what={said.ofPerson(person.full_name)} change={change} onClose={onClose} />
}
