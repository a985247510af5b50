/** Who changed what, newest first, page by page. */
import { Stack, Text } from '@mantine/core'
import type { InfiniteData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { hour, shortDay } from './format.ts'
import { refusalOf } from './refusal.ts'
import { More } from './section.tsx'
import { Loading } from './states.tsx'
import { Time } from './time.tsx'

type Props<Entry> = {
  history: { data: InfiniteData<{ data: Entry[] }> | undefined } & Parameters<typeof More>[0]['of']
  none: string
  /** Who did it. */
  by: (entry: Entry) => string
  children: (entry: Entry) => ReactNode
}

export function ChangeList<Entry extends { at: string }>({ history, none, by, children }: Props<Entry>) {
  const { data, error } = history
  if (error && !data) return <Text c="var(--mantine-color-error)">{refusalOf(error)}</Text>
  if (!data) return <Loading lines={4} />
  const entries = data.pages.flatMap((page) => page.data)
  if (entries.length === 0) return <Text c="dimmed">{none}</Text>
  return (
    <Stack gap="md">
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two changes may have been made at once
        <div key={index} style={{ overflowWrap: 'anywhere' }}>
          <Text size="sm" c="dimmed">
            {by(entry)} · <Time at={entry.at} as={shortDay} /> · <Time at={entry.at} as={hour} />
          </Text>
          {children(entry)}
        </div>
      ))}
      <More of={history} />
    </Stack>
  )
}
