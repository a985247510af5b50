/** Filters of meetings and uploads: a title field, fields behind a button, and chips. */
import { Group, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ListFilters } from '../api/meetings.ts'
import { words } from '../words/words.ts'
import { DayFilterFields, dayChips } from './day-filters.tsx'
import { ChannelField, type Chip, Chips, FilterButton, useChannelTitle } from './filters.tsx'
import { TextSearch } from './text-search.tsx'

const { filters: said } = words

type Props<Filters> = {
  filters: Filters
  label: string
  onChange: (filters: Filters) => void
  /** Additional fields and chips of this list. */
  more: { fields: ReactNode; chips: Chip[] }
}

export function ListFilterBar<Filters extends ListFilters>({ filters, label, onChange, more }: Props<Filters>) {
  const set = (change: ListFilters) => onChange({ ...filters, ...change })
  const chips = [...useChips(filters, set), ...more.chips]
  return (
    <div style={{ marginBottom: 32 }}>
      <Group gap="xs" wrap="nowrap">
        <TextSearch
          label={label}
          maxLength={255}
          value={filters.title ?? ''}
          onChange={(title) => set({ title: title || undefined })}
        />
        <FilterButton count={chips.length}>
          {more.fields}
          <ChannelField value={filters.channel} onChange={(channel) => set({ channel })} />
          <DayFilterFields filters={filters} set={set} />
          <WrittenField
            label={said.event}
            hint={said.eventHint}
            maxLength={1_024}
            value={filters.event}
            onChange={(event) => set({ event })}
          />
        </FilterButton>
      </Group>
      <Chips chips={chips} />
    </div>
  )
}

type WrittenProps = {
  label: string
  hint: string
  maxLength: number
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Applies on Enter or when the focus leaves it, because half of an address finds nothing. */
export function WrittenField({ label, hint, maxLength, value = '', onChange }: WrittenProps) {
  const settle = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const written = currentTarget.value.trim()
    if (written !== value) onChange(written || undefined)
  }
  return (
    <TextInput
      // Removing the chip empties the field.
      key={value}
      size="sm"
      label={label}
      description={hint}
      maxLength={maxLength}
      defaultValue={value}
      onBlur={settle}
      onKeyDown={(event) => event.key === 'Enter' && settle(event)}
    />
  )
}

function useChips(filters: ListFilters, set: (change: ListFilters) => void): Chip[] {
  const { channel, event } = filters
  const channelTitle = useChannelTitle(channel)
  return [
    ...(channel ? [{ label: `${said.channel}: ${channelTitle}`, onRemove: () => set({ channel: undefined }) }] : []),
    ...dayChips(filters, set),
    ...(event ? [{ label: `${said.event}: ${event}`, onRemove: () => set({ event: undefined }) }] : []),
  ]
}

/** Whether any filter is set. */
export const isNarrowed = (filters: object): boolean => Object.values(filters).some(Boolean)
