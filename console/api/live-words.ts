/** What is said in a recording that is being made, where the service transcribes on its own machine. */
import { dataOf } from '@minutebook/client'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'

export type LiveWords = { text: string; until: number; isBusy: boolean; isCut: boolean }

const pauseMs = 2_000
/** Only the end is shown. */
const maxCharacters = 300

/** Its data is what the next request goes on from. */
export const liveWordsQuery = (queries: QueryClient, recording_id: string) => {
  const queryKey = ['live-words', recording_id]
  return queryOptions({
    queryKey,
    async queryFn({ signal }): Promise<LiveWords> {
      const { text = '', until: from = 0 } = queries.getQueryData<LiveWords>(queryKey) ?? {}
      const params = { path: { recording_id }, query: { from } }
      const answer = await client.GET('/api/v1/recordings/upload/tus/{recording_id}/words', { signal, params })
      const { speech_segments, until, skipped: isCut, busy: isBusy } = dataOf(answer)
      const said = [text, isCut ? '…' : '', ...speech_segments.map((segment) => segment.text)].filter(Boolean).join(' ')
      return {
        text: said.slice(-maxCharacters).replace(said.length > maxCharacters ? /^\S*/ : '', ''),
        until,
        isBusy,
        isCut,
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: pauseMs,
    refetchIntervalInBackground: false,
  })
}
