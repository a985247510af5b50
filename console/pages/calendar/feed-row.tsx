/** A calendar that is read regularly: when, what it did not import, and what to do if it is not read any more. */
import { ActionIcon, Button, List, Text } from '@mantine/core'
import type { ItemOf } from '@minutebook/client'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { isUnread } from '../../api/calendar.ts'
import { useConnect } from '../../api/calendar-accounts.ts'
import { dayAndHour } from '../../ui/format.ts'
import { Refusal } from '../../ui/section.tsx'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words/words.ts'
import { CaldavDialog } from './caldav-dialog.tsx'
import classes from './calendar.module.css'
import { useMayConnect } from './connect.tsx'

const { calendar: said } = words

export type Feed = ItemOf<'/api/v1/calendar/feeds'>

export const nameOf = ({ account, host }: Feed) => account ?? host

/** `vendor`: its name, if accounts of it can be connected here. */
type Props = { feed: Feed; vendor: string | undefined; onRemove: () => void }

export function FeedRow({ feed, vendor, onRemove }: Props) {
  const name = nameOf(feed)
  return (
    <li className={classes.feed}>
      <div>
        <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {vendor && `${vendor} · `}
          <Reading feed={feed} />
        </Text>
        <Trouble feed={feed} vendor={vendor} />
        <NotTaken problems={feed.problems} />
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={feed.provider ? said.disconnectNamed(name) : said.removeNamed(name)}
        onClick={onRemove}
      >
        <IconTrash size={18} stroke={1.6} />
      </ActionIcon>
    </li>
  )
}

function Reading({ feed }: { feed: Feed }) {
  const { provider, last_read_at, next_read_at } = feed
  if (isUnread(feed)) return said.firstRead
  return (
    <>
      {last_read_at ? (
        <>
          {said.lastRead} <Time at={last_read_at} as={dayAndHour} />
        </>
      ) : (
        said.neverRead
      )}
      {next_read_at && (
        <>
          {' · '}
          {said.nextRead} <Time at={next_read_at} as={dayAndHour} />
        </>
      )}
      {!next_read_at && !provider && ` · ${said.notAgain}`}
    </>
  )
}

/** An account without access has to be connected again; the service's sentence says only that. */
function Trouble({ feed, vendor }: Omit<Props, 'onRemove'>) {
  const { provider, needs_consent, last_error } = feed
  const connect = useConnect()
  const mayConnect = useMayConnect()
  const error = needs_consent ? (provider === 'caldav' ? said.needsPassword : said.needsConsent) : last_error
  if (!error) return null
  return (
    <>
      <Text size="sm" c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
        {error}
      </Text>
      {needs_consent && provider && provider !== 'caldav' && vendor && mayConnect && (
        <Button size="xs" my="xs" loading={connect.isPending} onClick={() => connect.mutate(provider)}>
          {said.connectAgain}
        </Button>
      )}
      {needs_consent && provider === 'caldav' && mayConnect && <PasswordAgain feed={feed} />}
      <Refusal error={connect.error} />
    </>
  )
}

function PasswordAgain({ feed }: { feed: Feed }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button size="xs" my="xs" onClick={() => setIsAsking(true)}>
        {said.connectAgain}
      </Button>
      <CaldavDialog isOpen={isAsking} onClose={() => setIsAsking(false)} known={feed} />
    </>
  )
}

function NotTaken({ problems }: { problems: string[] }) {
  if (problems.length === 0) return null
  return (
    <details className={classes.problems} aria-label={said.problems}>
      <Text component="summary" size="sm">
        {said.problems}
      </Text>
      <List size="sm" spacing={4} mt="xs">
        {problems.map((problem) => (
          <List.Item key={problem}>{problem}</List.Item>
        ))}
      </List>
    </details>
  )
}
