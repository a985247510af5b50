/** Mails a recap to those who attended the meeting. */
import { dataOf } from '@minutebook/client'
import { client } from './client.ts'
import { useChange } from './use-change.ts'

/** The window says to whom it went, or why not. */
export const useMailRecap = (recording_id: string) =>
  useChange(
    async () =>
      dataOf(await client.POST('/api/v1/recording/{recording_id}/mail', { params: { path: { recording_id } } })),
    [],
    { pageShowsError: true },
  )
