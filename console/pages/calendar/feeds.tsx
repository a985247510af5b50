/** The feeds, which are read every 15 minutes, and their errors. */
import { ActionIcon, Text, Title } from '@mantine/core'
import type { ItemOf } from '@minutebook/client'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { feedsQuery, useRemoveFeed } from '../../api/calendar.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { shortTime } from '../../ui/format.ts'
import rows from '../../ui/rows.module.css'
import { Failed, Loading } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words/words.ts'
import classes from './calendar.module.css'

const { calendar: said } = words

type FeedRow = ItemOf<'/api/v1/calendar/feeds'>

export function Feeds() {
  const feeds = useQuery(usePrefetched(feedsQuery))
  const [removed, setRemoved] = useState<FeedRow | null>(null)
  const remove = useRemoveFeed()
  if (feeds.error && !feeds.data) return <Failed order={2} error={feeds.error} onAgain={() => void feeds.refetch()} />
  if (!feeds.data) return <Loading lines={3} />
  const close = () => setRemoved(null)
  return (
    <section>
      <Title order={2} className={rows.heading}>
        {said.feeds}
      </Title>
      <ul className={rows.list}>
        {feeds.data.map((feed) => (
          <Feed key={feed.id} feed={feed} onRemove={() => setRemoved(feed)} />
        ))}
      </ul>
      {feeds.data.length === 0 && (
        <Text c="dimmed" size="sm" p="sm">
          {said.noFeeds}
        </Text>
      )}
      <Confirm
        isOpen={removed !== null}
        onClose={close}
        isPending={remove.isPending}
        action={said.remove}
        title={said.removeTitle(removed?.host ?? '')}
        onConfirm={() => removed && remove.mutate(removed.id, { onSettled: close })}
      >
        {said.removeWhy}
      </Confirm>
    </section>
  )
}

function Feed({ feed, onRemove }: { feed: FeedRow; onRemove: () => void }) {
  const { host, last_read_at, next_read_at, last_error } = feed
  return (
    <li className={classes.feed}>
      <div>
        <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
          {host}
        </Text>
        <Text size="sm" c="dimmed">
          {last_read_at ? (
            <>
              {said.lastRead} <Time at={last_read_at} as={shortTime} />
            </>
          ) : (
            said.neverRead
          )}
          {!next_read_at && ` · ${said.notAgain}`}
        </Text>
        {last_error && (
          <Text size="sm" c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
            {last_error}
          </Text>
        )}
      </div>
      <ActionIcon variant="subtle" color="gray" aria-label={said.removeNamed(host)} onClick={onRemove}>
        <IconTrash size={18} stroke={1.6} />
      </ActionIcon>
    </li>
  )
}
