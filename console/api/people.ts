/** The people of the workspace. */
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'

export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: async ({ signal }) => {
    const query = { page_size: 50 }
    return Array.fromAsync(client.pages('/api/v1/users', { signal, params: { query } }))
  },
  staleTime: 300_000,
})
