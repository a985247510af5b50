/** A channel: what was published for its members, and who they are. */
import { Group, Stack, Tabs, Text, Title } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Channel, channelQuery, membersQuery } from '../../api/channels.ts'
import { sessionQuery } from '../../api/queries.ts'
import layout from '../../ui/layout.module.css'
import { Failed, Loading, Message } from '../../ui/states.tsx'
import { usePageTitle } from '../../ui/title.ts'
import { words } from '../../words/words.ts'
import { ChannelActions } from './channel-actions.tsx'
import { Members } from './members.tsx'
import { PublishedNotes, PublishedRecordings } from './published.tsx'

const { channels: said } = words

type Shows = 'notes' | 'recordings' | 'members'

export function ChannelPage({ channelId, shows }: { channelId: string; shows: Shows }) {
  const channel = useQuery(channelQuery(channelId))
  const members = useQuery(membersQuery(channelId))
  const { data: session } = useSuspenseQuery(sessionQuery)
  usePageTitle(channel.data?.title)
  const error = channel.error ?? members.error
  if (error) return <Failed error={error} onAgain={() => void Promise.all([channel.refetch(), members.refetch()])} />
  if (!channel.data || !members.data) return <Loading />
  const isMember = members.data.some(({ id }) => id === session.user.id)
  return (
    <div className={layout.content}>
      <Head channel={channel.data} isMember={isMember} userId={session.user.id} />
      <Parts channelId={channelId} shows={shows}>
        <Tabs.Panel value="notes" pt="lg">
          {isMember || session.super_admin ? <PublishedNotes channelId={channelId} /> : <Outside />}
        </Tabs.Panel>
        <Tabs.Panel value="recordings" pt="lg">
          {isMember || session.super_admin ? <PublishedRecordings channelId={channelId} /> : <Outside />}
        </Tabs.Panel>
        <Tabs.Panel value="members" pt="lg">
          <Members channelId={channelId} members={members.data} isMember={isMember} userId={session.user.id} />
        </Tabs.Panel>
      </Parts>
    </div>
  )
}

function Head({ channel, isMember, userId }: { channel: Channel; isMember: boolean; userId: string }) {
  return (
    <Group justify="space-between" align="flex-start" gap="sm" mb="lg">
      <Stack gap={2} miw={0} flex="1 1 240px">
        <Title order={1} style={{ overflowWrap: 'anywhere' }}>
          {channel.title}
        </Title>
        <Text size="sm" c="dimmed">
          {said.members(channel.member_count)} · {channel.private ? said.isPrivate : said.isPublic}
        </Text>
      </Stack>
      <ChannelActions channel={channel} isMember={isMember} userId={userId} />
    </Group>
  )
}

function Parts({ channelId, shows, children }: { channelId: string; shows: Shows; children: ReactNode }) {
  const navigate = useNavigate()
  const go = (next: string | null) =>
    void navigate({
      ...{ to: '/channel/$channelId', params: { channelId }, replace: true },
      search: { shows: next === 'notes' ? undefined : (next as 'recordings' | 'members') },
    })
  return (
    <Tabs value={shows} onChange={go} keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="notes">{said.notes}</Tabs.Tab>
        <Tabs.Tab value="recordings">{said.recordings}</Tabs.Tab>
        <Tabs.Tab value="members">{said.people}</Tabs.Tab>
      </Tabs.List>
      {children}
    </Tabs>
  )
}

/** The channel is public, but what was published there is for members. */
function Outside() {
  return (
    <Message order={2} title={said.outside}>
      {said.outsideWhy}
    </Message>
  )
}
