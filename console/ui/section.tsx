/** A part of a page with its own query: loading, error and empty states. */
import { Button, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { statusOf } from '../api/client.ts'
import { words } from '../words/words.ts'
import { Sentence } from './next-step.tsx'
import { refusalOf } from './refusal.ts'

type Read<Data> = { data: Data | undefined; error: unknown; refetch: () => unknown }

export function Loaded<Data>({ of, children }: { of: Read<Data>; children: (data: Data) => ReactNode }) {
  const { data, error, refetch } = of
  if (data !== undefined) return children(data)
  if (error) return <Problem error={error} onAgain={() => void refetch()} />
  return (
    <Stack gap="md" aria-busy="true" aria-label={words.states.loading} role="status">
      {[92, 78, 85, 70].map((width) => (
        <Skeleton key={width} height={18} width={`${width}%`} />
      ))}
    </Stack>
  )
}

/** The service's error message. */
function Problem({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  return (
    <Stack align="flex-start" gap="sm" py="md" role="alert">
      <Text>{statusOf(error) === null ? words.states.broken : <Sentence of={(error as Error).message} />}</Text>
      <Button variant="light" size="sm" onClick={onAgain}>
        {words.states.again}
      </Button>
    </Stack>
  )
}

export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <Stack align="center" gap={6} py={48} px="md">
      <Text fw={600}>{title}</Text>
      {children && (
        <Text c="dimmed" size="sm" ta="center" maw={440} style={{ textWrap: 'balance' }}>
          {children}
        </Text>
      )}
      {action && <div style={{ marginTop: 10 }}>{action}</div>}
    </Stack>
  )
}

type Paged = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: unknown
  fetchNextPage: () => unknown
}

/** A button that loads the next page, or the error if that failed. */
export function More({ of }: { of: Paged }) {
  if (!of.hasNextPage) return null
  return (
    <Stack gap="xs" align="center" mt="lg">
      {of.isFetchNextPageError && <Refusal error={of.error} />}
      <Button variant="default" loading={of.isFetchingNextPage} onClick={() => void of.fetchNextPage()}>
        {words.more}
      </Button>
    </Stack>
  )
}

/** The service's error message in a form. */
export function Refusal({ error }: { error: unknown }) {
  if (!error) return null
  return (
    <Text c="var(--mantine-color-error)" size="sm" role="alert" style={{ overflowWrap: 'anywhere' }}>
      {statusOf(error) === null ? refusalOf(error) : <Sentence of={(error as Error).message} />}
    </Text>
  )
}
