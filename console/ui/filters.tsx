/** Filters of a list: fields behind a button, and a removable chip for each filter that is set. */
import { Button, Group, Pill, Popover, Select, Stack } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { channelsQuery } from '../api/channels.ts'
import { words } from '../words/words.ts'
import { DayField } from './day-fields.tsx'
import { dueDay } from './format.ts'

const { filters: said } = words

export function FilterButton({ count, children }: { count: number; children: ReactNode }) {
  return (
    <Popover
      position="bottom-end"
      width="min(380px, calc(100vw - 32px))"
      trapFocus
      returnFocus
      shadow="md"
      withinPortal
    >
      <Popover.Target>
        <Button
          variant={count > 0 ? 'light' : 'default'}
          leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.6} />}
        >
          {said.button(count)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={said.button(0)}>
        <Stack gap="sm">{children}</Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

export type Chip = { label: string; onRemove: () => void }

export function Chips({ chips }: { chips: Chip[] }) {
  if (chips.length === 0) return null
  return (
    <Group gap={6} mt="xs">
      {chips.map(({ label, onRemove }) => (
        <Pill
          key={label}
          size="md"
          withRemoveButton
          onRemove={onRemove}
          removeButtonProps={{ 'aria-label': said.remove(label), tabIndex: 0, 'aria-hidden': false }}
        >
          {label}
        </Pill>
      ))}
    </Group>
  )
}

type Field<Value> = { value: Value | undefined; onChange: (value: Value | undefined) => void }

export function DayRange(props: { label: string; from: Field<string>; to: Field<string> }) {
  return (
    <Group gap="xs" grow align="end" role="group" aria-label={props.label}>
      <DayField label={`${props.label} ${said.from}`} {...props.from} />
      <DayField label={said.to} {...props.to} />
    </Group>
  )
}

type ChannelProps = Field<string> & { label?: string; placeholder?: string }

export function ChannelField(props: ChannelProps) {
  const { value, onChange, label = said.channel, placeholder = said.any } = props
  const { data: channels = [] } = useQuery(channelsQuery('mine'))
  return (
    <Select
      size="sm"
      label={label}
      placeholder={placeholder}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': said.clear }}
      // The fields are in a popover that closes on a press outside, so the options must be inside it.
      comboboxProps={{ withinPortal: false }}
      openOnFocus={false}
      data={channels.map(({ id, title }) => ({ value: id, label: title }))}
      nothingFoundMessage={said.noChannel}
      value={value ?? null}
      onChange={(channel) => onChange(channel ?? undefined)}
    />
  )
}

/** The channel's name as soon as it is known. */
export function useChannelTitle(id: string | undefined): string | undefined {
  const { data } = useQuery({ ...channelsQuery('mine'), enabled: id !== undefined })
  return id && (data?.find((channel) => channel.id === id)?.title ?? id)
}

export function rangeLabel(label: string, from: string | undefined, to: string | undefined): string {
  return [label, from && `${said.from} ${dueDay(from)}`, to && `${said.to} ${dueDay(to)}`].filter(Boolean).join(' ')
}
