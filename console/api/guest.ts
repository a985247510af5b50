/** What a link shows to people without an account. Each request is an opening that the service counts. */
import { type components, dataOf } from '@minutebook/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'

export type Shared = components['schemas']['Shared']

/** Read once: what the page has stays on it. */
export const guestQuery = (token: string, password: string | null) =>
  queryOptions({
    queryKey: ['guest', token, password],
    queryFn: async ({ signal }) =>
      dataOf(await client.POST('/api/v1/guest', { signal, body: { token, ...(password && { password }) } })).shared,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
