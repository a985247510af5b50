/** Searches within the transcript; the words are in the address. */
import { ActionIcon, Group, Text, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react'
import { useRef } from 'react'
import { usePageKeys } from '../../ui/page-keys.ts'
import { words } from '../../words/words.ts'
import classes from './recap.module.css'

type Props = {
  query: string
  onQuery: (query: string) => void
  /** The number of the shown match, from 1, and how many there are. */
  at: number
  all: number
  onStep: (by: 1 | -1) => void
}

const { recap: said } = words

export function TranscriptSearch({ query, onQuery, at, all, onStep }: Props) {
  const field = useRef<HTMLInputElement>(null)
  usePageKeys([['f', () => field.current?.focus()]])
  return (
    <Group gap="xs" wrap="nowrap" className={classes.search}>
      <TextInput
        ref={field}
        type="search"
        flex={1}
        aria-label={said.search}
        placeholder={said.search}
        maxLength={200}
        leftSection={<IconSearch size={16} stroke={1.6} />}
        value={query}
        onChange={(event) => onQuery(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && onStep(event.shiftKey ? -1 : 1)}
      />
      <Text size="sm" c="dimmed" role="status" className={classes.count}>
        {query.trim() && said.matches(at, all)}
      </Text>
      {all > 1 && query.trim() !== '' && (
        <Group gap={2} wrap="nowrap">
          <ActionIcon variant="subtle" color="gray" aria-label={said.previousMatch} onClick={() => onStep(-1)}>
            <IconChevronUp size={18} />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" aria-label={said.nextMatch} onClick={() => onStep(1)}>
            <IconChevronDown size={18} />
          </ActionIcon>
        </Group>
      )}
    </Group>
  )
}
