/** Mails a recap to those who attended the meeting. */
import { dataOf } from '@minutebook/client'
import { client } from './client.ts'
import { useChange } from './use-change.ts'

/** `preview` says who would get it. The window says to whom it went, or why not. */
export const useMailRecap = (recording_id: string) =>
  useChange(
    async (body: { to?: string[]; preview?: true }) =>
      dataOf(await client.POST('/api/v1/recording/{recording_id}/mail', { params: { path: { recording_id } }, body })),
    [],
    { pageShowsError: true },
  )
