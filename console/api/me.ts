/** One's own wishes. */
import { dataOf } from '@minutebook/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import { useChange } from './use-change.ts'

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => dataOf(await client.GET('/api/v1/me', { signal })).user,
})

/** @returns a mutation that takes a tag, `spoken`, or null for what the workspace chose */
export const useChangeNotesLanguage = () =>
  useChange(
    async (notes_language: string | null) =>
      dataOf(await client.PATCH('/api/v1/me', { body: { notes_language } })).user,
    [meQuery.queryKey],
  )
