/** The assistants that a person let in. */
import { Title } from '@mantine/core'
import type { QueryClient } from '@tanstack/react-query'
import { grantsQuery } from '../../api/grants.ts'
import classes from '../../ui/layout.module.css'
import { usePageTitle } from '../../ui/title.ts'
import { words } from '../../words/words.ts'
import { Grants } from './grants.tsx'

export function prefetch(queries: QueryClient) {
  void queries.prefetchInfiniteQuery(grantsQuery)
}

export function Page() {
  usePageTitle(words.assistants.title)
  return (
    <div className={classes.content}>
      <Title order={1} mb="xs">
        {words.assistants.title}
      </Title>
      <Grants />
    </div>
  )
}
