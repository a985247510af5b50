/** The less common filters of action items: days, and whether AI notes found them. */
import { Group, Select } from '@mantine/core'
import type { ItemsState } from '../../api/items.ts'
import { DayFilterFields, dayChips } from '../../ui/day-filters.tsx'
import { Chips, FilterButton } from '../../ui/filters.tsx'
import { words } from '../../words/words.ts'

const { items: said, filters: filterWords } = words

type Props = { state: ItemsState; set: (change: ItemsState) => void }

export function ItemFilterButton({ state, set }: Props) {
  return (
    <FilterButton count={chipsOf(state, set).length}>
      <Select
        size="sm"
        label={said.found}
        placeholder={filterWords.any}
        clearable
        clearButtonProps={{ 'aria-label': filterWords.clear }}
        comboboxProps={{ withinPortal: false }}
        openOnFocus={false}
        data={[
          { value: 'notes', label: said.foundBy.notes },
          { value: 'people', label: said.foundBy.people },
        ]}
        value={state.found ?? null}
        onChange={(found) => set({ found: (found as ItemsState['found']) ?? undefined })}
      />
      <DayFilterFields filters={state} set={set} />
    </FilterButton>
  )
}

export function ItemChips({ state, set }: Props) {
  const chips = chipsOf(state, set)
  return chips.length === 0 ? null : (
    <Group w="100%">
      <Chips chips={chips} />
    </Group>
  )
}

const chipsOf = (state: ItemsState, set: Props['set']) => [
  ...(state.found ? [{ label: said.foundBy[state.found], onRemove: () => set({ found: undefined }) }] : []),
  ...dayChips(state, set),
]
