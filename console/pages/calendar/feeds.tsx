/** The accounts and addresses that are read regularly. */
import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { feedsQuery, useRemoveFeed } from '../../api/calendar.ts'
import { providersQuery } from '../../api/calendar-accounts.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import { Confirm } from '../../ui/confirm.tsx'
import rows from '../../ui/rows.module.css'
import { Failed, Loading } from '../../ui/states.tsx'
import { words } from '../../words/words.ts'
import { type Feed, FeedRow, nameOf } from './feed-row.tsx'

const { calendar: said } = words

export function Feeds() {
  const feeds = useQuery(usePrefetched(feedsQuery))
  const { data: providers } = useQuery(usePrefetched(providersQuery))
  const [removed, setRemoved] = useState<Feed | null>(null)
  if (feeds.error && !feeds.data) return <Failed order={2} error={feeds.error} onAgain={() => void feeds.refetch()} />
  if (!feeds.data) return <Loading lines={3} />
  return (
    <section>
      <Title order={2} className={rows.heading}>
        {said.feeds}
      </Title>
      <ul className={rows.list}>
        {feeds.data.map((feed) => (
          <FeedRow
            key={feed.id}
            feed={feed}
            vendor={feed.provider === 'caldav' ? 'CalDAV' : feed.provider ? providers?.get(feed.provider) : undefined}
            onRemove={() => setRemoved(feed)}
          />
        ))}
      </ul>
      {feeds.data.length === 0 && (
        <Text c="dimmed" size="sm" p="sm">
          {said.noFeeds}
        </Text>
      )}
      <Remove feed={removed} onClose={() => setRemoved(null)} />
    </section>
  )
}

function Remove({ feed, onClose }: { feed: Feed | null; onClose: () => void }) {
  const remove = useRemoveFeed()
  const name = feed ? nameOf(feed) : ''
  const isAccount = Boolean(feed?.provider)
  return (
    <Confirm
      isOpen={feed !== null}
      onClose={onClose}
      isPending={remove.isPending}
      action={isAccount ? said.disconnect : said.remove}
      title={isAccount ? said.disconnectTitle(name) : said.removeTitle(name)}
      onConfirm={() => feed && remove.mutate(feed.id, { onSettled: onClose })}
    >
      {isAccount ? said.disconnectWhy : said.removeWhy}
    </Confirm>
  )
}
