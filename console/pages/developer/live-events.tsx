/** Live events: what a webhook of the person would receive. */
import { Button, Group, Loader, Select, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import rowClasses from '../../ui/entries.module.css'
import { exactHour } from '../../ui/format.ts'
import { Mark } from '../../ui/mark.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { Empty, Refusal } from '../../ui/section.tsx'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words/words.ts'
import { type Heard, type Listening, useListening } from './use-listening.ts'

const { liveEvents: said } = words

export function LiveEvents() {
  const { state, heard, gap, error, start, stop, clear } = useListening()
  const [type, setType] = useState<string | null>(null)
  // A chosen type stays in the list, to be deselected, even if no event of it was received.
  const types = [...new Set([...heard.map(({ event }) => event.event_type), ...(type ? [type] : [])])].sort()
  const shown = heard.filter(({ event }) => type === null || event.event_type === type)
  return (
    <>
      <Text c="dimmed" size="sm" maw={600} mb="md">
        {said.about}
      </Text>
      <Group mb="md">
        {state === 'off' ? (
          <Button onClick={start}>{said.start}</Button>
        ) : (
          <Button variant="default" onClick={stop}>
            {said.stop}
          </Button>
        )}
        {heard.length > 0 && (
          <>
            <Select
              aria-label={said.type}
              placeholder={said.everyType}
              clearable
              clearButtonProps={{ 'aria-label': words.filters.clear }}
              data={types}
              value={type}
              onChange={setType}
            />
            <Button variant="subtle" color="gray" onClick={clear}>
              {said.clear}
            </Button>
          </>
        )}
        <State state={state} />
      </Group>
      <Refusal error={error} />
      {gap && (
        <Text size="sm" role="alert">
          {gap}
        </Text>
      )}
      {heard.length === 0 ? (
        <Empty title={said.none}>{state === 'off' ? said.noneOff : said.noneOn}</Empty>
      ) : shown.length === 0 ? (
        <Empty title={words.filters.noMatch} />
      ) : (
        <Rows label={said.title}>
          {shown.map((each) => (
            <EventRow key={each.id} heard={each} />
          ))}
        </Rows>
      )}
    </>
  )
}

function State({ state }: { state: Listening }) {
  return (
    <Group gap="xs" role="status" data-listening={state}>
      {(state === 'starting' || state === 'lost') && <Loader size="xs" />}
      {state === 'on' && <Mark tone="good">{said.on}</Mark>}
      {state === 'lost' && <Text size="sm">{said.lost}</Text>}
    </Group>
  )
}

function EventRow({ heard: { event, data, at } }: { heard: Heard }) {
  const [isOpen, { toggle }] = useDisclosure(false)
  const title = (
    <UnstyledButton onClick={toggle} aria-expanded={isOpen} fw={550}>
      {event.event_type}
    </UnstyledButton>
  )
  return (
    <>
      <Row title={title} meta={summary(data)} isLink>
        <Text size="sm" c="dimmed">
          <Time at={at} as={exactHour} />
        </Text>
      </Row>
      {isOpen && (
        <li>
          <pre className={rowClasses.block}>{JSON.stringify(JSON.parse(data), null, 2)}</pre>
        </li>
      )}
    </>
  )
}

/** A text by which people recognize the event. */
function summary(data: string): string {
  const { text, event_title, title } = JSON.parse(data)
  return [text, event_title, title].find((each) => typeof each === 'string' && each !== '') ?? ''
}
