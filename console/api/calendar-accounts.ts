/** Calendars by account: whose can be connected here, and the way to the page where a person allows it. */
import { dataOf, type ItemOf } from '@minutebook/client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { feedsQuery } from './calendar.ts'
import { client } from './client.ts'

/** Those that give access on a page of their own. */
export type Provider = Exclude<ItemOf<'/api/v1/calendar/feeds'>['provider'], 'caldav' | null>

/** Names by provider; empty if the operator set none up. */
export const providersQuery = queryOptions({
  queryKey: ['calendar providers'],
  queryFn: async ({ signal }) => {
    const { providers } = dataOf(await client.GET('/api/v1/calendar/providers', { signal }))
    return new Map(providers.map(({ name, title }) => [name, title]))
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** Leaves the console; the browser comes back to `/calendar`. */
export const useConnect = () =>
  useMutation({
    meta: { pageShowsError: true },
    mutationFn: async (provider: Provider) => {
      const { url } = dataOf(await client.POST('/api/v1/calendar/connect', { body: { provider } }))
      location.assign(url)
    },
  })

export function useConnectCaldav() {
  const queries = useQueryClient()
  return useMutation({
    meta: { pageShowsError: true },
    mutationFn: async (access: { url: string; username: string; password: string }) =>
      dataOf(await client.POST('/api/v1/calendar/caldav', { body: access })),
    onSuccess: () => queries.invalidateQueries({ queryKey: feedsQuery.queryKey }),
  })
}

/** In the address when the browser comes back: the feed of the account, or why there is none. */
export type Arrival = { connected?: string | undefined; refused?: Refused | undefined }
export const refusals = ['denied', 'expired', 'wrong_person', 'no_access', 'too_many', 'failed'] as const
export type Refused = (typeof refusals)[number]
