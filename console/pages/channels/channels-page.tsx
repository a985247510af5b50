/** The person's channels, and others: public ones to join, and with administrator rights also private ones. */
import { Button, Group, Stack, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { channelsQuery } from '../../api/channels.ts'
import { sessionQuery } from '../../api/queries.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import layout from '../../ui/layout.module.css'
import { useRowKeys } from '../../ui/row-keys.ts'
import { Failed, Loading, Message } from '../../ui/states.tsx'
import { usePageTitle } from '../../ui/title.ts'
import { words } from '../../words/words.ts'
import { ChannelList } from './channel-list.tsx'
import { NewChannel } from './new-channel.tsx'

const { channels: said } = words

export function prefetch(queries: QueryClient) {
  void queries.prefetchQuery(channelsQuery('mine'))
  void queries.prefetchQuery(channelsQuery('all'))
}

export function Page() {
  usePageTitle(said.title)
  const [isMaking, setMaking] = useState(false)
  return (
    <div className={layout.content}>
      <Group justify="space-between" mb="lg">
        <Title order={1}>{said.title}</Title>
        <Button leftSection={<IconPlus size={18} stroke={1.8} />} onClick={() => setMaking(true)}>
          {said.create}
        </Button>
      </Group>
      <Lists />
      {isMaking && <NewChannel onClose={() => setMaking(false)} />}
    </div>
  )
}

function Lists() {
  useRowKeys('[data-row]')
  const { data: session } = useSuspenseQuery(sessionQuery)
  const mine = useQuery(usePrefetched(channelsQuery('mine')))
  const all = useQuery(usePrefetched(channelsQuery('all')))
  const error = mine.error ?? all.error
  if (error && !(mine.data && all.data))
    return <Failed order={2} error={error} onAgain={() => void Promise.all([mine.refetch(), all.refetch()])} />
  if (!mine.data || !all.data) return <Loading lines={6} />
  const others = all.data.filter(({ id }) => !mine.data.some((channel) => channel.id === id))
  if (all.data.length === 0)
    return (
      <Message order={2} title={said.none}>
        {said.noneWhy}
      </Message>
    )
  return (
    <Stack gap={36}>
      {mine.data.length > 0 && <ChannelList heading={said.mine} channels={mine.data} />}
      {others.length > 0 && (
        <ChannelList heading={session.super_admin ? said.ofWorkspace : said.others} channels={others} joins />
      )}
    </Stack>
  )
}
