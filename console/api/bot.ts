/** The bot in the call of a meeting: which one is there, send one, withdraw it. */
import { dataOf } from '@minutebook/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import { noteMarksQuery } from './marks.ts'
import { useChange } from './use-change.ts'

const at = (note_id: string) => ({ params: { path: { note_id } } })

export const botQuery = (noteId: string) =>
  queryOptions({
    queryKey: ['bot', noteId],
    queryFn: async ({ signal }) => dataOf(await client.GET('/api/v1/note/{note_id}/bot', { signal, ...at(noteId) })),
    // The meeting comes near while the page is open, and the bot leaves.
    refetchInterval: 30_000,
    staleTime: 0,
  })

export const useSendBot = (noteId: string) =>
  useChange(
    async () => dataOf(await client.POST('/api/v1/note/{note_id}/bot', at(noteId))).bot,
    [botQuery(noteId).queryKey, noteMarksQuery(noteId).queryKey],
    { pageShowsError: true },
  )

export const useWithdrawBot = (noteId: string) =>
  useChange(
    async () => dataOf(await client.DELETE('/api/v1/note/{note_id}/bot', at(noteId))),
    [botQuery(noteId).queryKey, noteMarksQuery(noteId).queryKey],
  )
