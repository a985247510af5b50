/** A list that is read page by page, with its empty, error and loading states. */
import { Stack } from '@mantine/core'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Page } from '../api/pages.ts'
import { More } from './section.tsx'
import { Failed, Loading } from './states.tsx'

type Props<Row> = {
  query: UseInfiniteQueryResult<InfiniteData<Page<Row>>>
  empty: ReactNode
  children: (rows: Row[]) => ReactNode
}

export function Pages<Row>({ query, empty, children }: Props<Row>) {
  if (query.error && !query.data) return <Failed order={2} error={query.error} onAgain={() => void query.refetch()} />
  if (!query.data) return <Loading lines={8} />
  const rows = query.data.pages.flatMap(({ data }) => data)
  // A page may be empty while more follow.
  if (rows.length === 0 && !query.hasNextPage) return empty
  return (
    <Stack gap={36}>
      {children(rows)}
      <More of={query} />
    </Stack>
  )
}
