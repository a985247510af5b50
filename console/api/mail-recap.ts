/** Mails a recap to those who attended the meeting. */
import { dataOf } from '@minutebook/client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import { useChange } from './use-change.ts'

export type RecapPart = 'summary' | 'decisions' | 'items'
export type OwnMail = { message: string; leave_out: RecapPart[] }

/** Who would get it, and the mail as it will be sent. */
export const mailPreviewQuery = (recording_id: string, own: OwnMail) =>
  queryOptions({
    queryKey: ['recording', recording_id, 'mail', own],
    queryFn: async ({ signal }) => {
      const params = { path: { recording_id } }
      const body = { ...own, preview: true }
      return dataOf(await client.POST('/api/v1/recording/{recording_id}/mail', { signal, params, body }))
    },
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    gcTime: 0,
    retry: false,
  })

/** The window says to whom it went, or why not. */
export const useMailRecap = (recording_id: string) =>
  useChange(
    async (body: OwnMail & { to: string[]; outsiders: string[] }) =>
      dataOf(await client.POST('/api/v1/recording/{recording_id}/mail', { params: { path: { recording_id } }, body })),
    [],
    { pageShowsError: true },
  )
