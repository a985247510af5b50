/** By channel, person and time, and what stood on a day. A series is set by a link on a meeting, and only removed here. */
import { useQuery } from '@tanstack/react-query'
import type { DecisionsState } from '../../api/decisions.ts'
import { peopleQuery } from '../../api/people.ts'
import { DayField } from '../../ui/day-fields.tsx'
import {
  ChannelField,
  type Chip,
  Chips,
  DayRange,
  FilterButton,
  rangeLabel,
  useChannelTitle,
} from '../../ui/filters.tsx'
import { dueDay } from '../../ui/format.ts'
import { PersonField } from '../../ui/people-field.tsx'
import { words } from '../../words/words.ts'

const { decisions: said, filters: filterWords } = words

type Props = { state: DecisionsState; set: (change: DecisionsState) => void }

export function DecisionFilterButton({ state, set }: Props) {
  return (
    <FilterButton count={useChips(state, set).length}>
      <PersonField
        label={said.person}
        description={said.personHint}
        clearable
        comboboxProps={{ withinPortal: false }}
        openOnFocus={false}
        value={state.person ?? null}
        onChange={(person) => set({ person: person ?? undefined })}
      />
      <ChannelField value={state.channel} onChange={(channel) => set({ channel })} />
      <DayRange
        label={said.made}
        from={{ value: state.from, onChange: (from) => set({ from }) }}
        to={{ value: state.to, onChange: (to) => set({ to }) }}
      />
      <DayField label={said.asOf} value={state.as_of} onChange={(as_of) => set({ as_of, state: undefined })} />
    </FilterButton>
  )
}

export const DecisionChips = ({ state, set }: Props) => <Chips chips={useChips(state, set)} />

function useChips({ series, channel, person, from, to, as_of }: DecisionsState, set: Props['set']): Chip[] {
  const channelTitle = useChannelTitle(channel)
  const { data: people } = useQuery({ ...peopleQuery, enabled: person !== undefined })
  const name = people?.find(({ id }) => id === person)?.full_name ?? person
  return [
    ...(series ? [{ label: filterWords.series, onRemove: () => set({ series: undefined }) }] : []),
    ...(person ? [{ label: `${said.person}: ${name}`, onRemove: () => set({ person: undefined }) }] : []),
    ...(channel
      ? [{ label: `${filterWords.channel}: ${channelTitle}`, onRemove: () => set({ channel: undefined }) }]
      : []),
    ...(from || to
      ? [{ label: rangeLabel(said.made, from, to), onRemove: () => set({ from: undefined, to: undefined }) }]
      : []),
    ...(as_of ? [{ label: `${said.asOf} ${dueDay(as_of)}`, onRemove: () => set({ as_of: undefined }) }] : []),
  ]
}
