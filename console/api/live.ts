/** Refetches what pages show when anybody changes it (decision 45). */
import { type components, dataOf } from '@minutebook/client'
import { type QueryClient, queryOptions, useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from './client.ts'
import { refreshItem } from './items.ts'

type Change = components['schemas']['Change']

/** One request at a time waits for changes while the tab is visible; its data is the cursor for the next one. */
const liveQuery = (queries: QueryClient) =>
  queryOptions({
    queryKey: ['live'],
    queryFn: async ({ signal }): Promise<string | null> => {
      const cursor = queries.getQueryData<string | null>(['live'])
      // After a failure does not wait: until a response comes, pages say that the connection is lost.
      const wait = queries.getQueryState(['live'])?.fetchFailureCount ? 0 : 30
      const query = cursor ? { cursor, wait } : { copy: false }
      const answer = await client.GET('/api/v1/changes', { signal, params: { query } })
      // The cursor is invalid after a long time, and when the session sees more or less than before.
      if (cursor && [400, 410].includes(answer.response.status)) {
        refetchEverything(queries)
        return null
      }
      const { data, page_info } = dataOf(answer)
      for (const key of keysOf(data)) void queries.invalidateQueries({ queryKey: key })
      for (const { kind, id, change } of data)
        if (kind === 'action_item') void refreshItem(queries, id, change === 'gone')
      return page_info.cursor
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: 200,
  })

/** While the session's rights change, no request waits: which cursor is valid is known only afterwards. */
export const elevationKey = ['elevation']

export function useLive(): void {
  const enabled = useIsMutating({ mutationKey: elevationKey }) === 0
  useQuery({ ...liveQuery(useQueryClient()), enabled, notifyOnChangeProps: [] })
}

export const stopLive = (queries: QueryClient) => queries.cancelQueries({ queryKey: ['live'] })

/** Refetches everything with the present rights. */
export function refetchEverything(queries: QueryClient): void {
  queries.setQueryData(['live'], null)
  void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'live' })
}

/** Keys of cached queries that may show one of the changed things. */
function keysOf(changes: Change[]): string[][] {
  const lists = new Set(changes.flatMap(({ kind }) => listsWith[kind]))
  return [
    ...[...lists].map((list) => [list]),
    ...changes.filter(({ kind }) => kind !== 'action_item').map(({ kind, id }) => [kind, id]),
    ...changes.map(({ kind, id }) => ['sharing', kind, id]),
  ]
}

const listsWith: Record<Change['kind'], string[]> = {
  note: ['notes', 'brief', 'decisions'],
  recording: ['notes', 'recordings', 'talk_time', 'brief'],
  action_item: ['items'],
  decision: ['decisions', 'brief'],
}
