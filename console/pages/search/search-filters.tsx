/** Filters of the search: kinds, speaker, channel, and days. */
import { Chip, Group, TextInput } from '@mantine/core'
import { kinds, kindsOf, type SearchState } from '../../api/search.ts'
import { ChannelField, Chips, DayRange, FilterButton, rangeLabel, useChannelTitle } from '../../ui/filters.tsx'
import { words } from '../../words/words.ts'

const { search: said, filters: asked } = words

type Props = { state: SearchState; onChange: (state: SearchState) => void }

export function SearchFilters({ state, onChange }: Props) {
  const { channel, speaker, from, to } = state
  const set = (change: SearchState) => onChange({ ...state, ...change })
  const channelTitle = useChannelTitle(channel)
  const chips = [
    speaker && { label: said.by(speaker), onRemove: () => set({ speaker: undefined }) },
    channel && { label: `${asked.channel}: ${channelTitle}`, onRemove: () => set({ channel: undefined }) },
    (from || to) && { label: rangeLabel(said.when, from, to), onRemove: () => set({ from: undefined, to: undefined }) },
  ].filter((chip) => typeof chip === 'object')
  return (
    <>
      <Group justify="space-between" gap="xs" align="flex-start">
        <Chip.Group
          multiple
          value={kindsOf(state.kinds)}
          onChange={(chosen) => set({ kinds: chosen.join() || undefined })}
        >
          <Group gap={6} role="group" aria-label={said.kind}>
            {kinds.map((kind) => (
              <Chip key={kind} value={kind} size="sm" variant="light">
                {said.kinds[kind]}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <FilterButton count={chips.length}>
          <TextInput
            size="sm"
            label={said.speaker}
            maxLength={255}
            defaultValue={speaker ?? ''}
            onBlur={(event) => set({ speaker: event.currentTarget.value.trim() || undefined })}
            onKeyDown={(event) =>
              event.key === 'Enter' && set({ speaker: event.currentTarget.value.trim() || undefined })
            }
          />
          <ChannelField value={channel} onChange={(id) => set({ channel: id })} />
          <DayRange
            label={said.when}
            from={{ value: from, onChange: (day) => set({ from: day }) }}
            to={{ value: to, onChange: (day) => set({ to: day }) }}
          />
        </FilterButton>
      </Group>
      <Chips chips={chips} />
    </>
  )
}
