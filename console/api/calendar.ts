/** Calendars: accounts and feeds, which are read regularly, and files, which are imported once. */
import { dataOf, type ItemOf } from '@minutebook/client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from './client.ts'
import { ownRights } from './own-rights.ts'

/** A new account, which is being read for the first time. */
export const isUnread = (feed: ItemOf<'/api/v1/calendar/feeds'>) =>
  feed.provider !== null && feed.last_read_at === null && feed.last_error === null && feed.next_read_at !== null

export const feedsQuery = queryOptions({
  queryKey: ['feeds'],
  queryFn: async ({ signal }) => {
    const query = { page_size: 50 }
    return Array.fromAsync(client.pages('/api/v1/calendar/feeds', { signal, headers: ownRights, params: { query } }))
  },
  // A new account is read within seconds, and nothing tells the page so.
  refetchInterval: ({ state }) => (state.data?.some(isUnread) ? 2_000 : false),
})

export type Imported = Awaited<ReturnType<typeof importCalendar>>

type Source = { url: string } | { file: File }

async function importCalendar(source: Source) {
  if ('url' in source) return dataOf(await client.POST('/api/v1/calendar/import', { body: source }))
  return importText(await source.file.text())
}

export async function importText(text: string) {
  const headers = { 'content-type': 'text/calendar' }
  const request = { body: text as never, bodySerializer: (body: unknown) => String(body), headers }
  return dataOf(await client.POST('/api/v1/calendar/import', request))
}

export function useImport() {
  const queries = useQueryClient()
  return useMutation({
    meta: { pageShowsError: true },
    mutationFn: importCalendar,
    // A failed import keeps what it has imported so far.
    onSettled: () => Promise.all([['feeds'], ['notes']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}

export function useRemoveFeed() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (feedId: string) =>
      dataOf(await client.DELETE('/api/v1/calendar/feed/{feed_id}', { params: { path: { feed_id: feedId } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: feedsQuery.queryKey }),
  })
}
