/** What a page shows instead of its content: loading, empty, error, not found. */
import { Button, Center, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { statusOf } from '../api/client.ts'
import icon from '../icon.svg'
import { words } from '../words/words.ts'
import classes from './layout.module.css'
import { Sentence } from './next-step.tsx'
import { usePageTitle } from './title.ts'

type Said = {
  title: string
  children?: ReactNode
  action?: ReactNode
  /** 2 below the title of a page. */
  order?: 1 | 2
}

export function Message({ title, children, action, order = 1 }: Said) {
  return (
    <Center py={{ base: 64, sm: 120 }} px="md">
      <Stack align="center" gap="xs" maw={420}>
        <Title order={order} size="h3" ta="center">
          {title}
        </Title>
        {children && (
          <Text c="dimmed" ta="center" style={{ textWrap: 'balance' }}>
            {children}
          </Text>
        )}
        {action && <div style={{ marginTop: 12 }}>{action}</div>}
      </Stack>
    </Center>
  )
}

export function Loading({ lines = 6 }: { lines?: number }) {
  return (
    <Stack gap="lg" aria-busy="true" aria-label={words.states.loading} role="status">
      <Skeleton height={32} width="45%" />
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <Skeleton key={line} height={18} width={`${90 - ((line * 17) % 35)}%`} />
      ))}
    </Stack>
  )
}

/** Of the whole console, without its frame. */
export function WrongAddress() {
  usePageTitle(words.states.notFound)
  return (
    <>
      <Group component="header" h={56} px="md">
        <Link to="/" className={classes.brand}>
          <img src={icon} alt="" width={24} height={24} />
          {words.product}
        </Link>
      </Group>
      <main>
        <NothingHere />
      </main>
    </>
  )
}

export function NotFound() {
  return <NothingHere />
}

function NothingHere({ order }: { order?: 1 | 2 }) {
  const toMeetings = (
    <Button variant="light" renderRoot={(props) => <Link to="/notes" search={{}} {...props} />}>
      {words.states.toMeetings}
    </Button>
  )
  return (
    <Message title={words.states.notFound} action={toMeetings} order={order}>
      {words.states.notFoundWhy}
    </Message>
  )
}

/** The service's error message. */
export function Failed({ error, onAgain, order }: { error: unknown; onAgain: () => void; order?: 1 | 2 }) {
  const status = statusOf(error)
  if (status === 404) return <NothingHere order={order} />
  const again = (
    <Button variant="light" onClick={onAgain}>
      {words.states.again}
    </Button>
  )
  return (
    <Message title={status === 403 ? words.states.notAllowed : words.states.failed} action={again} order={order}>
      {status === null ? words.states.broken : <Sentence of={(error as Error).message} />}
    </Message>
  )
}
