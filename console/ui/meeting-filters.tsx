/** All filters that the API has for notes and recordings. */
import type { MeetingFilters } from '../api/meetings.ts'
import { words } from '../words/words.ts'
import { ListFilterBar, WrittenField } from './list-filters.tsx'

const { filters: said } = words

type Props = { filters: MeetingFilters; label: string; onChange: (filters: MeetingFilters) => void }

/** The filter by series is set by a link on a meeting, and can only be removed here. */
export function MeetingFilterBar({ filters, label, onChange }: Props) {
  const { series, invited } = filters
  const set = (change: MeetingFilters) => onChange({ ...filters, ...change })
  const fields = (
    <WrittenField
      label={said.invited}
      hint={said.invitedHint}
      maxLength={2_000}
      value={invited}
      onChange={(written) => set({ invited: written })}
    />
  )
  const chips = [
    ...(series ? [{ label: said.series, onRemove: () => set({ series: undefined }) }] : []),
    ...(invited ? [{ label: `${said.invited}: ${invited}`, onRemove: () => set({ invited: undefined }) }] : []),
  ]
  return <ListFilterBar filters={filters} label={label} onChange={onChange} more={{ fields, chips }} />
}
