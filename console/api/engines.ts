/** What transcribes and writes notes. */
import { dataOf } from '@minutebook/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'

export const enginesQuery = queryOptions({
  queryKey: ['engines'],
  queryFn: async ({ signal }) => dataOf(await client.GET('/api/v1/engines', { signal })),
})
