/** The channels in which a thing is published. */
import { ActionIcon, Button, Group, Select, Stack, Text, Title } from '@mantine/core'
import { IconHash, IconLock, IconX } from '@tabler/icons-react'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useChangeSharing } from '../../api/change-sharing.ts'
import { type Channel, channelQuery, channelsQuery } from '../../api/channels.ts'
import type { Sharing, Thing } from '../../api/sharing.ts'
import { words } from '../../words/words.ts'
import { noticeDone } from '../notices.ts'
import { ByRule } from './by-rule.tsx'

const { sharing: said } = words

export function Channels({ thing, sharing }: { thing: Thing; sharing: Sharing }) {
  const { publications, may_share: mayShare } = sharing
  const { data: own } = useQuery(channelsQuery('mine'))
  const ownIds = new Set(own?.map(({ id }) => id))
  return (
    <section>
      <Title order={3} size="sm" mb="xs">
        {said.channels}
      </Title>
      <Stack gap="xs">
        {publications.length === 0 && (
          <Text size="sm" c="dimmed">
            {said.noChannel}
          </Text>
        )}
        {publications.map(({ channel, by_rule }) => (
          <Published
            key={channel.id}
            thing={thing}
            channel={channel}
            byRule={by_rule}
            mayTakeOut={mayShare && ownIds.has(channel.id)}
          />
        ))}
        {mayShare && own && <Publish thing={thing} channels={own.filter(({ id }) => !isIn(publications, id))} />}
      </Stack>
    </section>
  )
}

const isIn = (publications: Sharing['publications'], id: string) =>
  publications.some(({ channel }) => channel.id === id)

type Named = Pick<Channel, 'id' | 'title' | 'private'>

type PublishedProps = { thing: Thing; channel: Named; byRule: string | undefined; mayTakeOut: boolean }

function Published({ thing, channel, byRule, mayTakeOut }: PublishedProps) {
  const change = useChangeSharing(thing)
  const Icon = channel.private ? IconLock : IconHash
  return (
    <Group justify="space-between" wrap="nowrap">
      <Group gap={6} wrap="nowrap" miw={0}>
        <Icon size={16} stroke={1.6} aria-hidden style={{ flex: 'none' }} />
        <div style={{ minWidth: 0 }}>
          <Text size="sm" truncate>
            {channel.title}
            {channel.private && ` (${said.private})`}
          </Text>
          <Text size="xs" c="dimmed">
            <ByRule id={byRule} />
          </Text>
        </div>
      </Group>
      {mayTakeOut && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={said.takeOut(channel.title)}
          loading={change.isPending}
          onClick={() => change.mutate({ kind: 'unpublish', channel: channel.id })}
        >
          <IconX size={16} />
        </ActionIcon>
      )}
    </Group>
  )
}

/** Only recaps go to the chat of a channel; lists of channels do not say it. */
async function publishedIn({ id, title }: Named, { kind }: Thing, queries: QueryClient): Promise<string> {
  const channel = kind === 'recording' ? await queries.fetchQuery(channelQuery(id)).catch(() => null) : null
  const chat = channel?.deliver_to
  if (chat?.status !== 'active') return said.published(title)
  const name = chat.kind === 'generic' ? new URL(chat.origin).host : words.channels.chat.kinds[chat.kind]
  return said.publishedToo(title, name)
}

function Publish({ thing, channels }: { thing: Thing; channels: Named[] }) {
  const [picked, setPicked] = useState<string | null>(null)
  const change = useChangeSharing(thing)
  const queries = useQueryClient()
  if (channels.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {said.noOwnChannel}
      </Text>
    )
  }
  const publish = () => {
    const channel = channels.find(({ id }) => id === picked)
    if (!channel) return
    const done = async () => {
      setPicked(null)
      noticeDone(await publishedIn(channel, thing, queries))
    }
    change.mutate({ kind: 'publish', channel: channel.id }, { onSuccess: done })
  }
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <Select
        flex={1}
        label={said.publishIn}
        placeholder={said.pickChannel}
        data={channels.map(({ id, title }) => ({ value: id, label: title }))}
        value={picked}
        onChange={setPicked}
        searchable
        limit={50}
      />
      <Button disabled={!picked} loading={change.isPending} onClick={publish}>
        {said.publish}
      </Button>
    </Group>
  )
}
