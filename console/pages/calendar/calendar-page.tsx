/** Calendars: accounts, feeds and files, and what was imported from them. */
import { Stack, Text, Title } from '@mantine/core'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { feedsQuery, useImport } from '../../api/calendar.ts'
import { type Arrival, providersQuery } from '../../api/calendar-accounts.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import layout from '../../ui/layout.module.css'
import rows from '../../ui/rows.module.css'
import { Loading } from '../../ui/states.tsx'
import { usePageTitle } from '../../ui/title.ts'
import { words } from '../../words/words.ts'
import { AddCalendar } from './add-calendar.tsx'
import { Arrived } from './arrived.tsx'
import { Connect, useMayConnect } from './connect.tsx'
import { Feeds } from './feeds.tsx'
import { Outcome } from './outcome.tsx'

const { calendar: said } = words

export function prefetch(queries: QueryClient) {
  void queries.prefetchQuery(feedsQuery)
  void queries.prefetchQuery(providersQuery)
}

export function Page({ arrival }: { arrival: Arrival }) {
  usePageTitle(said.title)
  const { data: providers, isPending } = useQuery(usePrefetched(providersQuery))
  const mayConnect = useMayConnect()
  const connects = mayConnect && providers !== undefined
  return (
    <div className={layout.content}>
      <Title order={1}>{said.title}</Title>
      <Text c="dimmed" mb="xl" mt={4}>
        {said.intro}
      </Text>
      <Stack gap={40}>
        {(arrival.connected || arrival.refused) && <Arrived arrival={arrival} />}
        {connects && <Connect providers={providers} />}
        {isPending ? <Loading lines={2} /> : !connects && <ByAddress />}
        <Feeds />
        {connects && (
          <section>
            <Title order={2} className={rows.heading}>
              {said.byAddress}
            </Title>
            <ByAddress />
          </section>
        )}
      </Stack>
    </div>
  )
}

function ByAddress() {
  const importing = useImport()
  return (
    <Stack gap={40}>
      <AddCalendar importing={importing} />
      {importing.data && <Outcome imported={importing.data} />}
    </Stack>
  )
}
