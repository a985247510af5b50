/** What the service does with a recording that is there already: it is transcribed again, or its notes are written. */
import { dataOf } from '@minutebook/client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from './client.ts'
import { type Change, historyQuery } from './correct-recording.ts'

export type Wanted = { language_code?: string; speakers?: number; model?: string; replace_corrections?: boolean }

export type Stage = 'transcribing' | 'writing'
export type Progress = { stage: Stage; done: number | null } | null

const progressMs = 2_000

/** null if nothing is done. */
export const progressQuery = (id: string) =>
  queryOptions({
    queryKey: ['recording', id, 'progress'],
    queryFn: async ({ signal }): Promise<Progress> => {
      const params = { path: { recording_id: id } }
      return dataOf(await client.GET('/api/v1/recording/{recording_id}/progress', { signal, params })).progress
    },
    refetchInterval: ({ state }) => (state.data ? progressMs : false),
  })

export function useRewriteNotes(id: string) {
  const show = useShowProgress(id)
  return useMutation({
    mutationFn: async () => {
      const params = { path: { recording_id: id } }
      dataOf(await client.POST('/api/v1/recording/{recording_id}/ai_notes', { params }))
    },
    onSuccess: () => show('writing'),
  })
}

export function useTranscribeAgain(id: string) {
  const show = useShowProgress(id)
  const queries = useQueryClient()
  return useMutation({
    meta: { pageShowsError: true },
    mutationFn: async (body: Wanted) => {
      const params = { path: { recording_id: id } }
      dataOf(await client.POST('/api/v1/recording/{recording_id}/transcribe', { params, body }))
    },
    onSuccess: () => show('transcribing'),
    // Somebody may have corrected it meanwhile.
    onError: () => queries.invalidateQueries({ queryKey: historyQuery(id).queryKey }),
  })
}

/** Shows the progress until it is read for the first time. */
function useShowProgress(id: string) {
  const queries = useQueryClient()
  return (stage: Stage) => queries.setQueryData(progressQuery(id).queryKey, (): Progress => ({ stage, done: null }))
}

/** The whole history, newest first: at most 500 changes. */
export const changesQuery = (id: string) =>
  queryOptions({
    queryKey: [...historyQuery(id).queryKey, 'all'],
    queryFn: async ({ signal }): Promise<Change[]> => {
      const params = { path: { recording_id: id }, query: { page_size: 50 } }
      return Array.fromAsync(client.pages('/api/v1/recording/{recording_id}/history', { signal, params }))
    },
  })
