/** One's own voice, by which one is recognised in recordings, and what others say of theirs. */
import { dataOf } from '@minutebook/client'
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { client } from './client.ts'
import { sessionQuery } from './queries.ts'
import { useChange } from './use-change.ts'

const readVoice = async (signal?: AbortSignal) => dataOf(await client.GET('/api/v1/me/voice', signal ? { signal } : {}))
export type OwnVoice = Awaited<ReturnType<typeof readVoice>>
export type VoiceQuestion = OwnVoice['questions'][number]
export type VoiceClaim = OwnVoice['claims'][number]

export const voiceQuery = queryOptions({ queryKey: ['voice'], queryFn: ({ signal }) => readVoice(signal) })

/** Nobody reads it on behalf of others. */
export function useOwnVoice(): OwnVoice | undefined {
  const { actingBy } = useSuspenseQuery(sessionQuery).data
  return useQuery({ ...voiceQuery, enabled: !actingBy }).data
}

/** With the vector, which is read only for this. */
export const readWholeVoice = async () =>
  dataOf(await client.GET('/api/v1/me/voice', { params: { query: { vector: true } } })).voice

export const useGiveVoice = (recording_id: string) =>
  useChange(
    async (speaker: string) => {
      const params = { path: { recording_id } }
      return dataOf(
        await client.POST('/api/v1/recording/{recording_id}/voice', { params, body: { speaker, consent: true } }),
      )
    },
    [voiceQuery.queryKey],
    { pageShowsError: true },
  )

export const useSayOfVoice = (claim_id: string) =>
  useChange(
    async (is_theirs: boolean) =>
      dataOf(
        await client.POST('/api/v1/voice_claim/{claim_id}/word', {
          params: { path: { claim_id } },
          body: { is_theirs },
        }),
      ),
    [voiceQuery.queryKey],
  )

export const useDeleteVoice = () =>
  useChange(async () => dataOf(await client.DELETE('/api/v1/me/voice')), [voiceQuery.queryKey])
