/** One's own voice, by which one is recognised in recordings. */
import { dataOf } from '@minutebook/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import { useChange } from './use-change.ts'

export const voiceQuery = queryOptions({
  queryKey: ['voice'],
  queryFn: async ({ signal }) => dataOf(await client.GET('/api/v1/me/voice', { signal })).voice,
})

/** With the vector, which is read only for this. */
export const readWholeVoice = async () =>
  dataOf(await client.GET('/api/v1/me/voice', { params: { query: { vector: true } } })).voice

export const useGiveVoice = (recording_id: string) =>
  useChange(
    async (speaker: string) => {
      const params = { path: { recording_id } }
      dataOf(await client.POST('/api/v1/recording/{recording_id}/voice', { params, body: { speaker, consent: true } }))
    },
    [voiceQuery.queryKey],
    { pageShowsError: true },
  )

export const useDeleteVoice = () =>
  useChange(async () => dataOf(await client.DELETE('/api/v1/me/voice')), [voiceQuery.queryKey])
