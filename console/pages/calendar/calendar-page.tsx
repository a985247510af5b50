/** Calendars: feeds and files, and what was imported from them. */
import { Stack, Text, Title } from '@mantine/core'
import type { QueryClient } from '@tanstack/react-query'
import { feedsQuery, useImport } from '../../api/calendar.ts'
import layout from '../../ui/layout.module.css'
import { usePageTitle } from '../../ui/title.ts'
import { words } from '../../words/words.ts'
import { AddCalendar } from './add-calendar.tsx'
import { Feeds } from './feeds.tsx'
import { Outcome } from './outcome.tsx'

const { calendar: said } = words

export function prefetch(queries: QueryClient) {
  void queries.prefetchQuery(feedsQuery)
}

export function Page() {
  usePageTitle(said.title)
  const bring = useImport()
  return (
    <div className={layout.content}>
      <Title order={1}>{said.title}</Title>
      <Text c="dimmed" mb="xl" mt={4}>
        {said.intro}
      </Text>
      <Stack gap={40}>
        <AddCalendar bring={bring} />
        {bring.data && <Outcome imported={bring.data} />}
        <Feeds />
      </Stack>
    </div>
  )
}
