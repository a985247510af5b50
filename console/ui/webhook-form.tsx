/** Fields for a webhook's address and events. */
import { Button, Checkbox, Group, Radio, Stack, TextInput, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { eventTypesQuery, type WebhookForm as Fields } from '../api/webhooks.ts'
import { words } from '../words/words.ts'
import { Refusal } from './section.tsx'

const { webhooks: said } = words

type Props = {
  from: Fields
  /** The label of the button. */
  action: string
  /** Types must be selected: "all" is not allowed. */
  isNamed?: boolean
  isPending: boolean
  error: unknown
  onSubmit: (fields: Fields) => void
  children?: ReactNode
}

export function WebhookForm({ from, action, isNamed = false, isPending, error, onSubmit, children }: Props) {
  const [url, setUrl] = useState(from.url)
  const [description, setDescription] = useState(from.description)
  const [events, setEvents] = useState(from.enabled_events)
  const [kind, setKind] = useState(from.enabled_events.length === 0 ? 'all' : 'some')
  const isSome = isNamed || kind === 'some'
  const { data: known = [] } = useQuery(eventTypesQuery)
  // A user webhook never receives those without a payload for it.
  const types = known.filter(({ user }) => isNamed || user)
  const chosen = events.filter((event) => types.some(({ event_type }) => event_type === event))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit({ url, description, enabled_events: isSome ? chosen : [] })
  }
  return (
    <Stack component="form" onSubmit={submit} gap="lg">
      <TextInput
        label={said.url}
        description={said.urlHint}
        placeholder="https://"
        type="url"
        required
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
        data-autofocus
      />
      <TextInput
        label={said.description}
        maxLength={1_000}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      {children}
      <Radio.Group label={said.events} value={isSome ? 'some' : 'all'} onChange={setKind}>
        <Stack gap="xs" mt={6}>
          <Radio value="all" label={said.everyEvent} disabled={isNamed} />
          <Radio value="some" label={said.someEvents} />
          {isSome && <Events types={types} chosen={chosen} onChange={setEvents} />}
        </Stack>
      </Radio.Group>
      <Refusal error={error} />
      <Group justify="flex-end">
        <Button type="submit" loading={isPending} disabled={isSome && chosen.length === 0}>
          {action}
        </Button>
      </Group>
    </Stack>
  )
}

type EventsProps = {
  types: { event_type: string; description: string }[]
  chosen: string[]
  onChange: (events: string[]) => void
}

function Events({ types, chosen, onChange }: EventsProps) {
  return (
    <Checkbox.Group value={chosen} onChange={onChange} label={<VisuallyHidden>{said.events}</VisuallyHidden>}>
      <Stack gap="xs" pl={32}>
        {types.map(({ event_type, description }) => (
          <Checkbox key={event_type} value={event_type} label={event_type} description={description} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
