/** What was decided and is open before a meeting. */
import { type components, dataOf } from '@minutebook/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'

export type Brief = components['schemas']['Brief']
export type BriefPoint = components['schemas']['BriefPoint']

export const briefQuery = (noteId: string) =>
  queryOptions({
    queryKey: ['brief', noteId],
    queryFn: async ({ signal }) => {
      const params = { path: { note_id: noteId } }
      return dataOf(await client.GET('/api/v1/note/{note_id}/brief', { signal, params })).brief
    },
    // Items change without it; a checked one stays where it is until the page is opened again.
    staleTime: 0,
  })
