/** A channel: its publications, its members, and the chat that gets its recaps. */
import { Group, Stack, Text, Title } from '@mantine/core'
import { type QueryClient, useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Channel, channelQuery, membersQuery } from '../../api/channels.ts'
import { notesQuery, recordingsQuery } from '../../api/meetings.ts'
import { sessionQuery } from '../../api/queries.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import layout from '../../ui/layout.module.css'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { Failed, Loading, Message } from '../../ui/states.tsx'
import { usePageTitle } from '../../ui/title.ts'
import { words } from '../../words/words.ts'
import { ChannelActions } from './channel-actions.tsx'
import { Chat } from './chat.tsx'
import { Members } from './members.tsx'
import { PublishedNotes, PublishedRecordings } from './published.tsx'

const { channels: said } = words

type Shows = 'notes' | 'recordings' | 'members' | 'chat'

const tabs = { notes: said.notes, recordings: said.recordings, members: said.people, chat: said.chat.tab }

export function prefetch(queries: QueryClient, { channelId }: { channelId: string }) {
  void queries.prefetchQuery(channelQuery(channelId))
  void queries.prefetchQuery(membersQuery(channelId))
}

export function Page({ channelId, shows: chosen }: { channelId: string; shows: Shows | undefined }) {
  const channel = useQuery(usePrefetched(channelQuery(channelId)))
  const members = useQuery(usePrefetched(membersQuery(channelId)))
  const { data: session } = useSuspenseQuery(sessionQuery)
  const isMember = members.data?.some(({ id }) => id === session.user.id) ?? false
  const first = useFirstTab(channelId, chosen === undefined && (isMember || session.super_admin))
  const navigate = useNavigate()
  usePageTitle(channel.data?.title)
  const error = channel.error ?? members.error
  if (error && !(channel.data && members.data))
    return <Failed error={error} onAgain={() => void Promise.all([channel.refetch(), members.refetch()])} />
  const shows = chosen ?? first
  if (!channel.data || !members.data || !shows) return <Loading />
  const go = (next: Shows) =>
    void navigate({ to: '/channel/$channelId', params: { channelId }, replace: true, search: { shows: next } })
  return (
    <div className={layout.content}>
      <Head channel={channel.data} isMember={isMember} userId={session.user.id} />
      <PageTabs value={shows} tabs={tabs} label={said.parts} onChange={go}>
        {shows === 'chat' ? (
          isMember ? (
            <Chat channelId={channelId} members={members.data} />
          ) : (
            <Outside />
          )
        ) : shows === 'members' ? (
          <Members channelId={channelId} members={members.data} isMember={isMember} userId={session.user.id} />
        ) : (
          <Published channelId={channelId} shows={shows} mayRead={isMember || session.super_admin} />
        )}
      </PageTabs>
    </div>
  )
}

/** Recordings, if there are some and no meetings; undefined until that is known. Later changes do not move the reader. */
function useFirstTab(channelId: string, isWanted: boolean): 'notes' | 'recordings' | undefined {
  const [found, setFound] = useState<'notes' | 'recordings'>()
  const isOpen = isWanted && !found
  const notes = useInfiniteQuery({ ...notesQuery({ channel: channelId }), enabled: isOpen })
  const hasNone = notes.data?.pages[0]?.data.length === 0
  const recordings = useInfiniteQuery({ ...recordingsQuery({ channel: channelId }), enabled: isOpen && hasNone })
  if (!isWanted || found) return found ?? 'notes'
  if (notes.isLoading || recordings.isLoading) return undefined
  setFound(hasNone && recordings.data?.pages[0]?.data.length ? 'recordings' : 'notes')
  return undefined
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

type PublishedProps = { channelId: string; shows: 'notes' | 'recordings'; mayRead: boolean }

function Published({ channelId, shows, mayRead }: PublishedProps) {
  if (!mayRead) return <Outside />
  return shows === 'notes' ? <PublishedNotes channelId={channelId} /> : <PublishedRecordings channelId={channelId} />
}

/** For people who are not members of a public channel: only members see its publications. */
function Outside() {
  return (
    <Message order={2} title={said.outside}>
      {said.outsideWhy}
    </Message>
  )
}
