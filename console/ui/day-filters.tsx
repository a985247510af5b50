/** Filters by the days of creation or change. */
import type { DayFilters } from '../api/days.ts'
import { words } from '../words/words.ts'
import { type Chip, DayRange, rangeLabel } from './filters.tsx'

const { filters: said } = words

type Change = (change: DayFilters) => void

export function DayFilterFields({ filters, set }: { filters: DayFilters; set: Change }) {
  const { from, to, changed_from, changed_to } = filters
  return (
    <>
      <DayRange
        label={said.made}
        from={{ value: from, onChange: (day) => set({ from: day }) }}
        to={{ value: to, onChange: (day) => set({ to: day }) }}
      />
      <DayRange
        label={said.changed}
        from={{ value: changed_from, onChange: (day) => set({ changed_from: day }) }}
        to={{ value: changed_to, onChange: (day) => set({ changed_to: day }) }}
      />
    </>
  )
}

export function dayChips({ from, to, changed_from, changed_to }: DayFilters, set: Change): Chip[] {
  const made = { label: rangeLabel(said.made, from, to), onRemove: () => set({ from: undefined, to: undefined }) }
  const changed = {
    label: rangeLabel(said.changed, changed_from, changed_to),
    onRemove: () => set({ changed_from: undefined, changed_to: undefined }),
  }
  return [...(from || to ? [made] : []), ...(changed_from || changed_to ? [changed] : [])]
}
