/** Every filter that lists of notes and recordings have in the API. */
import { Group, TextInput } from '@mantine/core'
import type { ListFilters } from '../api/meetings.ts'
import { words } from '../words/words.ts'
import { ChannelField, type Chip, Chips, DayRange, FilterButton, rangeLabel, useChannelTitle } from './filters.tsx'
import { TextSearch } from './text-search.tsx'

const { filters: said } = words

type Props = { filters: ListFilters; label: string; onChange: (filters: ListFilters) => void }

export function ListFilterBar({ filters, label, onChange }: Props) {
  const set = (change: ListFilters) => onChange({ ...filters, ...change })
  const chips = useChips(filters, set)
  const { from, to, changed_from, changed_to } = filters
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
          <ChannelField value={filters.channel} onChange={(channel) => set({ channel })} />
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
          <TextInput
            size="sm"
            label={said.event}
            description={said.eventHint}
            maxLength={1_024}
            defaultValue={filters.event ?? ''}
            onBlur={(event) => set({ event: event.currentTarget.value.trim() || undefined })}
            onKeyDown={(event) =>
              event.key === 'Enter' && set({ event: event.currentTarget.value.trim() || undefined })
            }
          />
        </FilterButton>
      </Group>
      <Chips chips={chips} />
    </div>
  )
}

function useChips(filters: ListFilters, set: (change: ListFilters) => void): Chip[] {
  const { channel, from, to, changed_from, changed_to, event } = filters
  const channelTitle = useChannelTitle(channel)
  const chips: (Chip | undefined | '' | false)[] = [
    channel && { label: `${said.channel}: ${channelTitle}`, onRemove: () => set({ channel: undefined }) },
    (from || to) && {
      label: rangeLabel(said.made, from, to),
      onRemove: () => set({ from: undefined, to: undefined }),
    },
    (changed_from || changed_to) && {
      label: rangeLabel(said.changed, changed_from, changed_to),
      onRemove: () => set({ changed_from: undefined, changed_to: undefined }),
    },
    event && { label: `${said.event}: ${event}`, onRemove: () => set({ event: undefined }) },
  ]
  return chips.filter((chip) => typeof chip === 'object')
}

/** Whether anything narrows the list. */
export const isNarrowed = (filters: ListFilters): boolean => Object.values(filters).some(Boolean)
