/** Chooses people of the workspace by name or address. */
import { MultiSelect, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { peopleQuery } from '../api/people.ts'
import { words } from '../words/words.ts'

const { peopleField: said } = words

/** A longer list would not help: people type on. */
const maxShown = 50

type Known = { id: string; full_name: string; email: string }

/** @param known  people who may be selected although they were deactivated meanwhile */
function useOptions(known: Known[] = [], without: string[] = []) {
  const { data = [] } = useQuery(peopleQuery)
  const active = data.filter(({ active, id }) => active && !without.includes(id))
  const others = known.filter(({ id }) => !active.some((person) => person.id === id))
  return [...active, ...others].map(({ id, full_name, email }) => ({ value: id, label: `${full_name} · ${email}` }))
}

const shared = { searchable: true, limit: maxShown, nothingFoundMessage: said.nobody }

type ManyProps = {
  label: string
  description?: string
  value: string[]
  known?: Known[]
  onChange: (ids: string[]) => void
}

export function PeopleField({ known, ...props }: ManyProps) {
  const data = useOptions(known)
  return <MultiSelect {...shared} {...props} data={data} hidePickedOptions />
}

type OneProps = {
  label: string
  description?: string
  error?: string | undefined
  required?: boolean
  clearable?: boolean
  without?: string[]
  known?: Known[]
  comboboxProps?: { withinPortal: boolean }
  openOnFocus?: boolean
  value: string | null
  onChange: (id: string | null) => void
}

export function PersonField({ without, known, ...props }: OneProps) {
  const data = useOptions(known, without)
  const clearButtonProps = { 'aria-label': words.filters.clear }
  return (
    <Select {...shared} {...props} data={data} clearButtonProps={clearButtonProps} placeholder={said.search} flex={1} />
  )
}
