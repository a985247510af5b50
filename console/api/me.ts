/** One's own wishes. */
import { dataOf } from '@minutebook/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import { useChange } from './use-change.ts'

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => dataOf(await client.GET('/api/v1/me', { signal })).user,
})

/** The language of one's mails. */
export type MailLanguage = 'en' | 'de' | 'fr'

type Wishes = { language: MailLanguage } | { notes_language: string | null }

/** `notes_language` is a tag, `spoken`, or null for what the workspace chose. */
export const useChangeMe = () =>
  useChange(async (body: Wishes) => dataOf(await client.PATCH('/api/v1/me', { body })).user, [meQuery.queryKey])
