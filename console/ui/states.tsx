/** What a page shows instead of its content: loading, empty, failed, not there. */
import { Button, Center, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { statusOf } from '../api/client.ts'
import { words } from '../words/words.ts'

export function Message({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <Center py={{ base: 64, sm: 120 }} px="md">
      <Stack align="center" gap="xs" maw={420}>
        <Title order={1} size="h3" ta="center">
          {title}
        </Title>
        {children && (
          <Text c="dimmed" ta="center">
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

export function NotFound() {
  const toMeetings = (
    <Button variant="light" renderRoot={(props) => <Link to="/" {...props} />}>
      {words.states.toMeetings}
    </Button>
  )
  return (
    <Message title={words.states.notFound} action={toMeetings}>
      {words.states.notFoundWhy}
    </Message>
  )
}

/** The refusal of the service, in its own sentence. */
export function Failed({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const status = statusOf(error)
  if (status === 404) return <NotFound />
  const again = (
    <Button variant="light" onClick={onAgain}>
      {words.states.again}
    </Button>
  )
  return (
    <Message title={status === 403 ? words.states.notAllowed : words.states.failed} action={again}>
      {status === null ? words.states.broken : (error as Error).message}
    </Message>
  )
}
